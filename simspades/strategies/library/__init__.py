"""The players that come with simspades, by name."""
