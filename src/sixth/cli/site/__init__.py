"""Commands that serve a site, look after its database and check it."""
