"""Tables that people sit at: a log of what happened at each, a service that adds to it, and pages."""
