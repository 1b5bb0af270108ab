"""A view as people read it: plain text for a terminal, an SVG for a notebook."""
