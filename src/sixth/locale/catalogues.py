"""Catalogues of translations: gettext's .po files, as the .mo files that Python's gettext reads.

They are compiled in memory, so that a clone has nothing to build after a change of words.
"""

import json
from collections.abc import Iterator
from struct import pack
from typing import Final

_MAGIC: Final = 0x950412DE
_HEAD_BYTES: Final = 28


def compiled(text: str) -> bytes:
    """Return the .mo file of a .po file as scripts/words.py writes it: without contexts and old entries.

    What has no translation is left out, and shown in English.
    """
    messages = sorted(
        ("\0".join(ids).encode(), "\0".join(forms).encode()) for ids, forms in _entries(text) if all(forms)
    )
    count = len(messages)
    tables, texts = bytearray(), bytearray()
    for side in (0, 1):
        for message in messages:
            tables += pack("<II", len(message[side]), _HEAD_BYTES + 16 * count + len(texts))
            texts += message[side] + b"\0"
    # After the hash table, which is empty, nothing follows.
    head = pack("<7I", _MAGIC, 0, count, _HEAD_BYTES, _HEAD_BYTES + 8 * count, 0, _HEAD_BYTES + 16 * count)
    return head + bytes(tables + texts)


def _entries(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield each entry of a .po file: its text, also in the plural if it has one, and the translations."""
    ids: list[str] = []
    forms: list[str] = []
    for line in text.splitlines():
        keyword, quote, rest = line.partition('"')
        if keyword.startswith("#") or not quote:
            continue
        # A text in a catalogue is quoted as one in JSON is.
        part = json.loads(quote + rest)
        if keyword.startswith("msgid "):
            if ids:
                yield ids, forms
            ids, forms = [part], []
        elif keyword.startswith("msgid_plural"):
            ids.append(part)
        elif keyword.startswith("msgstr"):
            forms.append(part)
        elif forms:
            forms[-1] += part
        else:
            ids[-1] += part
    yield ids, forms
