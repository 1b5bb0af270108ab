"""Bots that people run elsewhere, as values: who they are, what they are invited to, how they fare."""
