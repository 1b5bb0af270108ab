"""Best responses: how far an opponent that knows a bot can beat it."""
