"""What stands before every route: security, limits, language, streams, health."""
