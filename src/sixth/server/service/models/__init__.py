"""What JSON from programs and pages holds: values, and the fields of commands."""
