"""Passkeys: people add them to their page, and a browser that is nobody's signs in with one."""
