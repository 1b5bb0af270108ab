"""People: the owner of a browser that has played is a person, who may keep a name and add devices.

A subject has a module. Its functions take the connection of a transaction, and `People` calls them in one.
"""
