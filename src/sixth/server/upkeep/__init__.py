"""What a host does with a database beside serving it: look it through, copy it, back it up, prune it."""
