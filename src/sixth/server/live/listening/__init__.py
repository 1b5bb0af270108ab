"""News of tables for listeners: wake-ups, messages of other processes, and feeds over streams."""
