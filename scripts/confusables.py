"""Write anew which letters look alike, by Unicode's confusables as ICU has them.

It takes a PyICU, which needs no compiler as icukit-pyicu (65 MB, so nothing that plays depends on it):

    pip install icukit-pyicu==78.3.1
    python scripts/confusables.py > src/sixth/server/table/confusables.txt
"""

import sys
from collections import defaultdict
from itertools import pairwise

import icu  # type: ignore[import-not-found]

HEADER = """\
# Which characters look alike: what they all look like, a colon, and who they are, in hexadecimal. Before the
# colon of the first line stands nothing: those cannot be seen at all.
# Made by scripts/confusables.py with ICU {icu} from Unicode's confusables.txt and DerivedCoreProperties.txt,
# version {unicode}. The licence of those is in confusables.LICENSE.
"""

SURROGATES = range(0xD800, 0xE000)


def look_alikes() -> dict[str, list[int]]:
    """Return what characters look like, with those that do.

    What NFD takes apart is not among them: it comes first.
    """
    checker, nfd = icu.SpoofChecker(), icu.Normalizer2.getNFDInstance()
    found: dict[str, list[int]] = defaultdict(list)
    for code in range(sys.maxunicode + 1):
        if code in SURROGATES or str(nfd.normalize(chr(code))) != chr(code):
            continue
        looks = str(checker.getSkeleton(0, chr(code)))
        if looks != chr(code):
            found[looks].append(code)
    return found


def runs(codes: list[int]) -> str:
    """Return them in hexadecimal, those that follow one another as `first-last`."""
    told, first = [], codes[0]
    for code, following in pairwise([*codes, -1]):
        if following != code + 1:
            told.append(f"{first:04X}" if first == code else f"{first:04X}-{code:04X}")
            first = following
    return " ".join(told)


def main() -> None:
    """Print the file."""
    sys.stdout.write(HEADER.format(icu=icu.ICU_VERSION, unicode=icu.UNICODE_VERSION))
    for looks, codes in sorted(look_alikes().items()):
        sys.stdout.write(" ".join(f"{ord(each):04X}" for each in looks) + f": {runs(codes)}\n")


if __name__ == "__main__":
    main()
