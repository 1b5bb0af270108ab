"""Pages to read: rules, the lesson, the ladder, what Sixth is."""
