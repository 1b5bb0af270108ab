"""Web Push: a quiet word to a browser that is closed, when a table with days for a turn waits for it."""
