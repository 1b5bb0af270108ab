"""The daily deal: one deal a day for everybody on a site, the smallest board."""
