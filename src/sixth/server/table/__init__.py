"""A table as a value: the fold of its log, what may be done at it, and what each seat may see. Pure."""
