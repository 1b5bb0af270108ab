"""What pages to read show: examples of rules, the lesson, the ladder."""
