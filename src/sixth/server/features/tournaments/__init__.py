"""Tournaments: people play rounds at tables of the site or at real ones, and the standings say who wins."""
