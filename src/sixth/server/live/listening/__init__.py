"""Who hears that a table has moved: in this process, from the others, and over a stream."""
