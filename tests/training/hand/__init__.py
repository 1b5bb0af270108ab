"""The training of a hand network."""
