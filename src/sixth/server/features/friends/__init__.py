"""Friends: two people who agree to it see when the other is here, and invite each other to tables."""
