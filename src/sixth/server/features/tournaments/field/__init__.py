"""What players in the same seat of a duplicate did with the same cards."""
