"""Players of the arena: bots in this process and in processes of their own, and their faults."""
