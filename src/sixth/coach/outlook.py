"""Outlooks: the heads that each card of a hand takes after an answer, and sentences that compare them."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sixth.coach.row_reasons import heads_sentence
from sixth.rules.events import Action, Choose, Take
from sixth.rules.sentence import Sentence

_CLEARLY: Final = 10
"""The least difference, in percentage points, at which a sentence gives chances of taking a row."""
_NOTABLE: Final = 5
"""The least difference of costs, in tenths of a head, that is a reason."""


class CardOutlook(NamedTuple):
    """The outlook of one card of the hand for the rest of the round.

    `percent` is the share of the worlds in which it takes a row, `tenths` the mean of the heads it takes, in
    tenths of a head.
    """

    card: int
    percent: int
    tenths: int


Outlook = tuple[CardOutlook, ...]
"""The outlook of each card of the hand after an answer, with the card that is played."""


def contrast(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield at most one sentence on the card of the hand that `answer` makes dearest against `best`."""
    if (dearest := _dearest(answer, best, outlooks)) is None:
        return
    worse, better = dearest
    card, likelier = worse.card, _is_likelier(worse, better)
    if _is_played(card, answer) or _is_played(card, best):
        now, later = (worse, better) if _is_played(card, answer) else (better, worse)
        yield _now_or_later(now, later)
        return
    values: dict[str, object] = {"card": card, "answer": _name(answer), "best": _name(best)}
    if likelier:
        values |= {"worse": worse.percent, "better": better.percent}
        yield Sentence(
            "Later your {card} takes a row in {worse} % of deals after {answer}, in {better} % after {best}.",
            values,
            "of-another-card",
        )
    else:
        values |= {"worse": _heads(worse), "better": _heads(better)}
        yield Sentence(
            "Later your {card} takes about {worse} after {answer}, {better} after {best}.",
            values,
            "of-another-card",
        )


def own_chance(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield at most one sentence on what the played card takes now, and it or the other cards later."""
    now, later = (
        next((each for each in outlooks.get(action, ()) if _is_played(each.card, answer)), None)
        for action in (answer, best)
    )
    if now is None or later is None:
        return
    values: dict[str, object] = {"card": now.card, "percent": now.percent}
    if now.tenths - later.tenths >= _NOTABLE:
        yield _now_or_later(now, later)
    elif len(outlooks[answer]) > 1:
        values["heads"] = _others_heads(answer, outlooks)
        yield Sentence(
            "{card} takes a row in {percent} % of deals now, your other cards take about {heads} later.",
            values,
            "now",
        )
    else:
        yield Sentence("{card} takes a row in {percent} % of deals now.", values, "now")


def hint(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield at most one sentence on another card that `answer` makes dearer, without naming `best`."""
    dearest = _dearest(answer, best, outlooks)
    if dearest is None or _is_played(dearest[0].card, answer):
        if dearest or isinstance(answer, Take):
            yield from _dearest_later(answer, best, outlooks)
        return
    worse, better = dearest
    likelier = _is_likelier(worse, better)
    values: dict[str, object] = {"percent": worse.percent} if likelier else {"heads": _heads(worse)}
    if _is_played(worse.card, best):
        if likelier:
            yield Sentence(
                "One of your other cards takes a row in {percent} % of deals if it waits.",
                values,
                "not-to-wait",
            )
        else:
            yield Sentence("One of your other cards takes about {heads} if it waits.", values, "not-to-wait")
        return
    values["card"] = worse.card
    if likelier:
        yield Sentence("Later your {card} takes a row in {percent} % of deals.", values, "of-another-card")
    else:
        yield Sentence("Later your {card} takes about {heads}.", values, "of-another-card")


def _dearest_later(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield at most one sentence on the dearest other card after `answer`, without naming `best`."""
    others = [each for each in outlooks.get(answer, ()) if not _is_played(each.card, answer)]
    candidates = [each for each in others if not _is_played(each.card, best) and each.tenths >= _NOTABLE]
    if candidates:
        dearest = max(candidates, key=lambda each: each.tenths)
        values: dict[str, object] = {"card": dearest.card, "percent": dearest.percent}
        values["heads"] = _others_heads(answer, outlooks)
        if len(others) > 1:
            yield Sentence(
                "Later your {card} takes a row in {percent} % of deals; in all, about {heads} are to come.",
                values,
                "of-another-card",
            )
        else:
            yield Sentence(
                "Later your {card} takes a row in {percent} % of deals.", values, "of-another-card"
            )


def _others_heads(answer: Action, outlooks: Mapping[Action, Outlook]) -> Sentence:
    """Return the mean of heads that the cards of the hand except the played one take later."""
    tenths = sum(each.tenths for each in outlooks[answer] if not _is_played(each.card, answer))
    return heads_sentence((tenths + 5) // 10)


def _dearest(
    answer: Action, best: Action, outlooks: Mapping[Action, Outlook]
) -> tuple[CardOutlook, CardOutlook] | None:
    """Return the card that `answer` makes dearest against `best`, with its outlook after each; or None."""
    better = {each.card: each for each in outlooks.get(best, ())}
    pairs = [(each, better[each.card]) for each in outlooks.get(answer, ())]
    dearest = max(pairs, key=lambda pair: pair[0].tenths - pair[1].tenths, default=None)
    return dearest if dearest is not None and dearest[0].tenths - dearest[1].tenths >= _NOTABLE else None


def _is_played(card: int, answer: Action) -> bool:
    return isinstance(answer, Choose) and answer.card == card


def _is_likelier(worse: CardOutlook, better: CardOutlook) -> bool:
    """Return whether the percentages tell two outlooks apart better than the heads."""
    apart = abs(worse.percent - better.percent)
    return apart >= _CLEARLY or str(_heads(worse)) == str(_heads(better))


def _now_or_later(now: CardOutlook, later: CardOutlook) -> Sentence:
    if _is_likelier(now, later):
        values: dict[str, object] = {"card": now.card, "now": now.percent, "later": later.percent}
        return Sentence(
            "{card} takes a row in {now} % of deals now, in {later} % if it waits.", values, "now-or-later"
        )
    values = {"card": now.card, "now": _heads(now), "later": _heads(later)}
    return Sentence("{card} takes about {now} now, {later} if it waits.", values, "now-or-later")


def _heads(outlook: CardOutlook) -> Sentence:
    return heads_sentence((outlook.tenths + 5) // 10)


def _name(answer: Action) -> object:
    """Return the name of an answer within a sentence."""
    if isinstance(answer, Take):
        return Sentence("row {row}", {"row": answer.row + 1})
    return answer.card
