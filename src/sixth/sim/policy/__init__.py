"""The policy: what it is told of a card or a row, its neural networks, and their weights."""
