"""The JSON of reviews; RECORD explains each key."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias, get_args

from sixth.coach import account
from sixth.coach.outlook import CardOutlook, Outlook
from sixth.rules.codec import Json, Malformed, integer, list_of, number, one_of, read_object, text
from sixth.rules.sentence import Sentence
from sixth.rules.view_json import action_to_json, read_action

FORMAT: Final = "sixth-coach/1"
"""The name and version of the format of a review."""


_Readers: TypeAlias = dict[str, Callable[[Json], Any]]


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
    members = {name: getattr(each, name) for name in _ROUND}
    members["decisions"] = [_decision_to_json(decision) for decision in each.decisions]
    for name in ("par_ci", "deal_ci", "own_ci", "others_ci"):
        members[name] = list(members[name])
    if each.odds:
        members["odds"] = {name: _estimate_to_json(getattr(each.odds, name)) for name in _ODDS}
    if each.par_estimated:
        members["par_estimated"] = True
    return members


def _estimate_to_json(estimate: account.Estimate) -> dict[str, Json]:
    return {"value": estimate.value, "ci": list(estimate.ci)}


def _decision_to_json(decision: account.Decision) -> dict[str, Json]:
    members: dict[str, Json] = {name: getattr(decision, name) for name in _DECISION}
    members |= {
        "answer": action_to_json(decision.answer),
        "best": action_to_json(decision.best),
        "loss_ci": list(decision.loss_ci),
        "answers": [
            {"answer": action_to_json(each.answer), "value": each.value, "ci": list(each.ci)}
            for each in decision.answers
        ],
        "reasons": [str(reason) for reason in decision.reasons],
    }
    if decision.hindsight:
        members["hindsight"] = _estimate_to_json(decision.hindsight)
    if decision.outlooks:
        members["outlooks"] = [outlook_to_json(each) for each in decision.outlooks]
    return members


def review_from_json(value: Json) -> account.Review:
    """Return the review of a JSON object that `review_to_json` made; its reasons have no values.

    Raises:
        Malformed: `value` is no such object.
    """
    members = read_object(value, _REVIEW)
    del members["coach"]
    return account.Review(**members)


def _reader(kind: type, readers: _Readers, optional: _Readers | None = None) -> Callable[[Json], Any]:
    """Return a reader of objects with the keys of `readers`, and any of `optional`, as values of `kind`."""

    def read(value: Json) -> Any:
        keys = value if type(value) is dict else {}
        more = {name: each for name, each in (optional or {}).items() if name in keys}
        return kind(**read_object(value, readers | more))

    return read


def interval(value: Json) -> account.Interval:
    """Return the interval of a JSON list of its two ends; raise `Malformed` if `value` is none."""
    ends = list_of(number, value)
    if len(ends) != 2:
        raise Malformed("not-a-pair", "a list of two numbers")
    return ends[0], ends[1]


def outlook_to_json(outlook: Outlook) -> Json:
    """Return an outlook as a list of its cards, each a list of card, percentage and tenths of a head."""
    return [list(each) for each in outlook]


def outlook_from_json(value: Json) -> Outlook:
    """Return the outlook of a list that `outlook_to_json` made, or raise `Malformed` if it is none."""
    return list_of(_card_outlook, value)


def _card_outlook(value: Json) -> CardOutlook:
    figures = list_of(integer, value)
    if len(figures) != len(CardOutlook._fields):
        raise Malformed("not-an-outlook", "a list of a card, a percentage and tenths of a head")
    return CardOutlook(*figures)


def _outlooks(value: Json) -> tuple[Outlook, Outlook]:
    pair = list_of(outlook_from_json, value)
    if len(pair) != 2:
        raise Malformed("not-outlooks", "a list of two outlooks")
    return pair[0], pair[1]


_estimate: Final = _reader(account.Estimate, {"value": number, "ci": interval})
_ANSWER: Final[_Readers] = {"answer": read_action, "value": number, "ci": interval}
_ODDS: Final[_Readers] = {"before": _estimate, "after": _estimate, "change": _estimate}

_DECISION: Final[_Readers] = {
    "turn": integer,
    "kind": partial(one_of, get_args(account.Kind)),
    "answer": read_action,
    "best": read_action,
    "loss": number,
    "loss_ci": interval,
    "verdict": partial(one_of, get_args(account.Verdict)),
    "answers": partial(list_of, _reader(account.AnswerValue, _ANSWER)),
    "reasons": partial(list_of, lambda value: Sentence(text(value))),
}
_decision: Final = _reader(account.Decision, _DECISION, {"hindsight": _estimate, "outlooks": _outlooks})

_ROUND: Final[_Readers] = {
    "round": integer,
    "heads": integer,
    "par": number,
    "par_ci": interval,
    "deal": number,
    "deal_ci": interval,
    "own": number,
    "own_ci": interval,
    "others": number,
    "others_ci": interval,
    "decisions": partial(list_of, _decision),
}
_round: Final = _reader(
    account.RoundReview, _ROUND, {"odds": _reader(account.RoundOdds, _ODDS), "par_estimated": bool}
)

_REVIEW: Final[_Readers] = {
    "coach": partial(one_of, (FORMAT,)),
    "game": text,
    "seat": integer,
    "playouts": integer,
    "seed": integer,
    "rounds": partial(list_of, _round),
}
