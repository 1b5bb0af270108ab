"""The JSON of reviews; RECORD explains each key."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from sixth.coach import account
from sixth.coach.outlook import CardOutlook, Outlook
from sixth.rules.codec import Json, Reader, object_reader, reader_of, text
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.sentence import Sentence
from sixth.rules.view_json import action_to_json, read_action

FORMAT: Final = "sixth-coach/1"
"""The name and version of the format of a review."""


def review_to_json(review: account.Review) -> dict[str, Json]:
    """Return the review as a JSON object; its reasons are English sentences."""
    return {
        "coach": FORMAT,
        "game": review.game,
        "seat": review.seat,
        "playouts": review.playouts,
        "seed": review.seed,
        "rounds": [round_to_json(each) for each in review.rounds],
    }


def round_to_json(each: account.RoundReview) -> dict[str, Json]:
    """Return one round of a review as a JSON object."""
    return _to_json(each, _ROUND, _OPTIONAL_OF_ROUND)


def _to_json(value: Any, names: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Json]:
    """Return the fields `names` of a dataclass as JSON, and those of `optional` that have a value."""
    members = {name: getattr(value, name) for name in names}
    members |= {name: each for name in optional if (each := getattr(value, name))}
    return {name: json_of(each) for name, each in members.items()}


def json_of(value: Any) -> Json:
    """Return a value of a review or of a puzzle as JSON."""
    match value:
        case account.Decision():
            return _to_json(value, _DECISION, _OPTIONAL_OF_DECISION)
        case Choose() | Take() | Pick():
            return action_to_json(value)
        case Sentence():
            return str(value)
        case tuple():
            return [json_of(each) for each in value]
    return _to_json(value, [field.name for field in fields(value)]) if is_dataclass(value) else value


def review_from_json(value: Json) -> account.Review:
    """Return the review of a JSON object that `review_to_json` made; its reasons have no values.

    Raises:
        Malformed: `value` is no such object.
    """
    review: account.Review = _read_review(value)
    return review


def outlook_to_json(outlook: Outlook) -> Json:
    """Return an outlook as a list of its cards, each a list of card, percentage and tenths of a head."""
    return json_of(outlook)


def outlook_from_json(value: Json) -> Outlook:
    """Return the outlook of a list that `outlook_to_json` made, or raise `Malformed` if it is none."""
    return tuple(CardOutlook(*card) for card in _read_outlook(value))


def interval(value: Json) -> account.Interval:
    """Return the interval of a JSON list of its two ends; raise `Malformed` if `value` is none."""
    low, high = _read_interval(value)
    return low, high


_OPTIONAL_OF_DECISION: Final = ("hindsight", "outlooks", "proved", "exact", "played_out")
_OPTIONAL_OF_ROUND: Final = ("odds", "par_estimated")
"""Fields that are left out where they have no value."""

_DECISION: Final = tuple(
    field.name for field in fields(account.Decision) if field.name not in _OPTIONAL_OF_DECISION
)
_ROUND: Final = ("round", *(field.name for field in fields(account.Account)), "decisions")

_read_outlook: Final = reader_of(tuple[tuple[int, int, int], ...])
_read_interval: Final = reader_of(account.Interval)

READERS: Final[dict[Any, Reader]] = {
    Action: read_action,
    Outlook: outlook_from_json,
    Sentence: lambda value: Sentence(text(value)),
}
"""The readers of types whose JSON their fields do not tell."""

READERS[account.Decision] = object_reader(account.Decision, optional=_OPTIONAL_OF_DECISION, of=READERS)
READERS[account.RoundReview] = object_reader(
    account.RoundReview, names=(*_ROUND, *_OPTIONAL_OF_ROUND), optional=_OPTIONAL_OF_ROUND, of=READERS
)
_read_review: Final = object_reader(account.Review, tag=("coach", FORMAT), of=READERS)
