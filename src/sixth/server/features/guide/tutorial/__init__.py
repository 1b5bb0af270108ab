"""The tutorial: a few turns to learn the game by."""
