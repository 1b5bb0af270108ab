"""The pages of tournaments: what hosts, players and onlookers see, and the forms that they send."""
