"""The file that a person takes along from a site: how it is written and read."""
