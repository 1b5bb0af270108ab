"""Messages between the processes of a site, over PostgreSQL."""
