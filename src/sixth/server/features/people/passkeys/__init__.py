"""Passkeys: people add them on *Your page*, and sign in on a new browser with one."""
