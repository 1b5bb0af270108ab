"""Datasets of games between bots: every decision with what its seat saw, as Parquet for researchers.

`columns` says what stands in the tables, `rows` works it out from a record, `tables` writes it, and `card`
describes it.
"""
