"""The collection of all tables of the database, which `schema` completes."""

from typing import Final

from sqlalchemy import MetaData

METADATA: Final = MetaData()
