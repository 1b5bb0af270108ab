"""Bots from outside: bots that people run elsewhere, which register at a site and are invited to tables."""
