"""Moderation: mutes that follow a person, and reports to the host."""
