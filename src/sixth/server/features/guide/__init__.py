"""Pages to read: the rules, the tutorial, the ladder of bots, the API, what Sixth is."""
