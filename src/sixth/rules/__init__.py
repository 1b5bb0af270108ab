"""The rules of the game: pure functions on values, with the standard library only.

They use no clock and no randomness of their own, and do no input or output."""
