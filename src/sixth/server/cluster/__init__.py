"""What the processes of a site tell one another, by PostgreSQL or by Redis."""
