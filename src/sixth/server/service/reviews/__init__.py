"""Reviews of games that are over: asked for, worked out by a program beside the server, and kept."""
