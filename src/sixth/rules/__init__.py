"""The rules of the game: pure functions on values, with the standard library only.

There is no clock, no input or output, and no randomness of their own."""
