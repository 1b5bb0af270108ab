"""How far a bot can be beaten by an opponent that knows it."""
