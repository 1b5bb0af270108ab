"""What a commit to SQLite costs, alone and in batches, with full sync and without: `python bench/commits.py`.

A line of JSON a figure, in rows a second; docs/decisions/008-sqlite-with-one-writer.md draws on it. The file
lies in the current directory, as memory disks have nothing to wait for.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROWS = 2048
BATCHES = (1, 64)


def rows_per_second(sync: str, batch: int) -> float:
    """Write short rows, so many in each commit."""
    with TemporaryDirectory(dir=".") as folder, closing(sqlite3.connect(Path(folder) / "a.sqlite3")) as file:
        file.isolation_level = None
        file.execute("PRAGMA journal_mode=WAL")
        file.execute(f"PRAGMA synchronous={sync}")
        file.execute("CREATE TABLE log (name TEXT, version INT, event TEXT, PRIMARY KEY (name, version))")
        began = perf_counter()
        for first in range(0, ROWS, batch):
            file.execute("BEGIN IMMEDIATE")
            for version in range(first, first + batch):
                file.execute("INSERT INTO log VALUES (?, ?, ?)", ("a-table", version, "e" * 80))
            file.execute("COMMIT")
        return ROWS / (perf_counter() - began)


if __name__ == "__main__":
    for sync in ("FULL", "NORMAL"):
        for batch in BATCHES:
            value = round(rows_per_second(sync, batch))
            print(json.dumps({"bench": f"commits.{sync.lower()}.{batch}", "value": value, "unit": "rows/s"}))
