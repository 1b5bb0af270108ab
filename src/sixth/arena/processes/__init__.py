"""Bots and workers of the arena that run in processes of their own."""
