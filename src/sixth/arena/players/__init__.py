"""Players of the arena: bots of this process and in processes of their own, and the faults of both."""
