"""Models of the JSON of programs and pages: values, and the fields of commands."""
