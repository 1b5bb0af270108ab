"""Games from other Sixth sites, which people bring along in the file that they took there."""
