"""Games that are over, and the process in which what is long to make of them is made."""
