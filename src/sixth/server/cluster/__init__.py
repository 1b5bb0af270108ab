"""Wake-ups for listeners, and the messages for that between the processes of a site, over PostgreSQL."""
