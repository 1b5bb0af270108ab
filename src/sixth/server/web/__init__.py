"""Pages: routes that parse and answer, templates that show, and the stream of news."""
