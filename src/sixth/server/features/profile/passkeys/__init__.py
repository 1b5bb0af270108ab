"""Passkeys on *Your page*: a browser adds one, or signs in with one."""
