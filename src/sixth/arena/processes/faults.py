"""Every way in which a bot may give no legal action, each a sentence without its subject.

Results hold them as they are here, in one language; who shows one says it in that of the reader.
"""

from typing import Final

from sixth.error_text import again
from sixth.rules.sentence import Sentence

UNMADE: Final = Sentence("could not be made: {error}")
FAILED: Final = Sentence("failed: {error}")
ILLEGAL: Final = Sentence("did what is not allowed: {action}")
GIVEN_UP: Final = Sentence("was given up, because {count} processes gave no answer; the last {why}")
UNSTARTED: Final = Sentence("could not be started: {why}")
NOT_UTF8: Final = Sentence("gave an answer that is not UTF-8")
WRONG: Final = Sentence("gave a wrong answer: {why}")
UNASKED: Final = Sentence("wrote a line that it was not asked for")
LATE: Final = Sentence("gave no answer within {seconds} seconds")
TOO_LONG: Final = Sentence("gave an answer of more than {most} bytes")
TOO_SOON: Final = Sentence("answered before it had read the question")
CLOSED: Final = Sentence("closed its standard input or output")
KILLED: Final = Sentence("was ended by signal {number}")
KILLED_SAYING: Final = Sentence("was ended by signal {number}: {said}")
STOPPED: Final = Sentence("stopped with exit code {code}")
STOPPED_SAYING: Final = Sentence("stopped with exit code {code}: {said}")

_KNOWN: Final = (
    UNMADE, FAILED, ILLEGAL, GIVEN_UP, UNSTARTED, NOT_UTF8, WRONG, UNASKED, LATE, TOO_LONG, TOO_SOON, CLOSED,
    # What a process said last comes before how it ended alone, which would take it for a number.
    KILLED_SAYING, KILLED, STOPPED_SAYING, STOPPED,
    # What the rules say of an answer, which stands in `WRONG`.
    Sentence("An empty line"),
    Sentence("{given} is no action; it takes {wanted}"),
    Sentence("{given} is not allowed now; what is: {allowed}"),
    Sentence("one JSON object"),
    Sentence("a whole number"),
    Sentence("an object such as {examples}"),
    Sentence("with exactly the keys {keys}, in this order"),
)  # fmt: skip


class Fault(Exception):
    """A bot gave no legal action; the text is a sentence without its subject: "stopped with exit code 1"."""

    def __init__(self, kind: Sentence, /, **values: object) -> None:
        super().__init__(str(Sentence(kind.template, values)))


def in_words(fault: str) -> str:
    """The text of a fault in the language in use."""
    return again(fault, *_KNOWN)
