"""People: the owner of a browser that has played is a person, who may keep a name and add devices."""
