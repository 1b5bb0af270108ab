"""Tokens of seats and of bots in the data folder of the person who runs the command."""

import hashlib
import json
import secrets
from contextlib import suppress
from pathlib import Path

import platformdirs

from sixth.files import replace_file


def token_in(folder: Path, site: str, name: str) -> str:
    """Return the token in `folder` for `name` at `site`, made and stored at first; may raise `OSError`."""
    file = folder / f"{hashlib.sha256(f'{site} {name}'.encode()).hexdigest()[:16]}.json"
    with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
        return str(json.loads(file.read_text("utf-8"))["token"])
    folder.mkdir(parents=True, exist_ok=True)
    entry = {"site": site, "name": name, "token": secrets.token_urlsafe(32)}
    # Stored before it is sent: should the answer be lost, the next try is by the same bot.
    with replace_file(file, mode=0o600) as path:
        path.write_text(json.dumps(entry), "utf-8")
    return entry["token"]


def default_folder(name: str) -> Path:
    """Return the folder for the tokens of `name`, "bots" or "seats", in the person's data folder."""
    return platformdirs.user_data_path("sixth", appauthor=False) / name
