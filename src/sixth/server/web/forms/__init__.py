"""What forms hold, how it is checked, and how a refused form comes back."""
