"""The features of the site, a folder each. What imports one of them need not load the others."""
