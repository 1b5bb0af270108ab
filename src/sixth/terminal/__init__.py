"""Playing, watching and simulating in a terminal, in lines that a screen reader reads well."""
