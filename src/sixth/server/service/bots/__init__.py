"""Bots at tables: which there are, and the threads in which they think."""
