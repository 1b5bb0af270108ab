"""Games that are over: their replay, record, picture, and the same deals once more."""
