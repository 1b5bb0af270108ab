"""Deals for everybody on a site: one a day, and boards of some deals for a day and a week."""
