"""The rules of a round in lanes: how games lie in memory, how they are dealt, played and counted."""
