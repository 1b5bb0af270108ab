"""The decisions on commands, a module a subject."""
