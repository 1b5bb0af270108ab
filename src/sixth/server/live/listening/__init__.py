"""News of tables for listeners: feeds over streams."""
