"""Damaged files, each of which a reader may refuse, or read like the original."""

from random import Random


def damaged_files(data: bytes, rng: Random, *, flips: int) -> list[bytes]:
    """Return files of other kinds, truncated copies of `data`, and `flips` copies that differ in one bit."""
    files = [b"", b"PK", b"nothing of ours", rng.randbytes(1000)]
    files += [data[: rng.randrange(len(data))] for _ in range(40)]
    for _ in range(flips):
        other = bytearray(data)
        # Most of the file is weights, which a checksum guards; its head and its end say how to read it.
        at = rng.choice((rng.randrange(len(data)), rng.randrange(300), len(data) - 1 - rng.randrange(300)))
        other[at] ^= 1 << rng.randrange(8)
        files.append(bytes(other))
    return files
