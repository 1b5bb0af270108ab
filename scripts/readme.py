"""The metadata hook of what is published: the README with addresses that work on a package index.

In the file itself links and pictures are relative, so that they work in every copy of the repository. Where
the environment variable SIXTH_REPOSITORY names the public repository, such as https://example.org/sixth, they
lead there, and so do the addresses of the project. Without it links become their text, and pictures are left
out.
"""

import os
import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:)([^)]*)\)")
"""A link or a picture, its text, and its relative address."""


def published(text: str, repository: str) -> str:
    """Return a README for a package index: its links lead to `repository`; where that is "", it has none."""

    def replaced(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        if not repository:
            return "" if picture else words
        return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/HEAD/{path})"

    return _LINK.sub(replaced, text)


class ReadmeHook(MetadataHookInterface):
    """Gives the metadata its description and its addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in `readme` and `urls`."""
        repository = os.environ.get("SIXTH_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": published(text, repository)}
        metadata["urls"] = {}
        if repository:
            metadata["urls"] = {
                "Repository": repository,
                "Documentation": f"{repository}/tree/HEAD/docs",
                "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }
