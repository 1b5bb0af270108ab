"""STUB."""
def standings(t, *, after=None):
    return ()
