"""Catalogues of translations, and the formats of lists, numbers and dates, beside their data."""
