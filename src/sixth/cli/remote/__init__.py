"""`sixth play URL`: a person in the terminal at a table of any Sixth server."""
