"""Pictures of an evening's stations in several looks, and the faults of their layout."""
