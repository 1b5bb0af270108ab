"""Reviews of ended games by the coach: requests, the program that computes them, and their pages."""
