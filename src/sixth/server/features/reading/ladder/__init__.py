"""The ladder of bots, as an arena publishes it."""
