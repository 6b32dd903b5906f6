"""A fast and exact Monte Carlo simulator of the card game Spades."""
