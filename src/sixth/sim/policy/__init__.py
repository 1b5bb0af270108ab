"""The policy: the features of a card or a row, its neural networks, and their weights."""
