"""Tools for those who write strategies: a skeleton to start from, what is installed, and the checks of a strategy."""
