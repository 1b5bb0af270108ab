"""Bots at tables: their names, and the pool of threads in which they choose their moves."""
