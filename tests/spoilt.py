"""Damaged files, of which a reader may refuse each, or read it as it was."""

from random import Random


def spoilt(data: bytes, rng: Random, *, changed: int) -> list[bytes]:
    """Files that are none, the file `data` cut off, and `changed` files that differ from it in one bit."""
    found = [b"", b"PK", b"nothing of ours", rng.randbytes(1000)]
    found += [data[: rng.randrange(len(data))] for _ in range(40)]
    for _ in range(changed):
        other = bytearray(data)
        # Most of the file is weights, guarded by a checksum; its head and its end say how to read it.
        at = rng.choice((rng.randrange(len(data)), rng.randrange(300), len(data) - 1 - rng.randrange(300)))
        other[at] ^= 1 << rng.randrange(8)
        found.append(bytes(other))
    return found
