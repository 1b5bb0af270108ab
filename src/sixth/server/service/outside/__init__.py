"""Bots that people run elsewhere: who is here, how they are invited, and how they fare."""
