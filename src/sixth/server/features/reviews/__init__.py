"""Reviews of ended games by the coach: requested, worked out by a program beside the server, and kept."""
