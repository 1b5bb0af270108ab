"""The Jinja environment, and what the templates use."""
