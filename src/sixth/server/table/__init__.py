"""A table as a value: the fold of its log, its commands, and the view of each seat. Pure."""
