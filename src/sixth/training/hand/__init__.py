"""The training of a hand network, which sees the cards of a hand together."""
