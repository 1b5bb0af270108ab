"""Ratings: a number for each person that says how well they play, from rated games alone."""
