"""Checks of a site for its host: the machine, the database, and the address at which people find it."""
