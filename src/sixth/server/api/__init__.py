"""JSON for programs: everything a person does at a table, by the same commands (docs/api.md)."""
