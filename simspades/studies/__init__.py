"""Comparisons and studies: strategies against each other, rule sets against each other, the best parameters."""
