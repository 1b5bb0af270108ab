"""What puzzles show."""
