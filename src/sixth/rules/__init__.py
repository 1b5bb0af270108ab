"""What the game is. Standard library only, pure: no clock, no input or output, no randomness of its own."""
