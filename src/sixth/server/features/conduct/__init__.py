"""Conduct: mutes that follow a person, reports to the host, and fair play."""
