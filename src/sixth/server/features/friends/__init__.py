"""Friends: people who agreed to it see who of them is here, and invite one another to tables."""
