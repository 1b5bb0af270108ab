"""What becomes of each card of the hand after an answer, and where two answers differ most by that."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sixth.coach.row_reasons import heads_sentence
from sixth.rules.events import Action, Choose, Take
from sixth.rules.sentence import Sentence

_CLEARLY: Final = 10
"""Percentage points by which a card must be likelier to take a row for that to be the reason."""
_NOTABLE: Final = 5
"""Tenths of a head by which a card must be dearer for that to be a reason."""


class CardOutlook(NamedTuple):
    """What becomes of a card of the own seat until the round is over.

    `percent` says in what share of the worlds it takes a row, `tenths` what it takes on average, in tenths of
    a head.
    """

    card: int
    percent: int
    tenths: int


Outlook = tuple[CardOutlook, ...]
"""What becomes of each card of the hand after an answer, the card that is played among them."""


def contrast(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield where an answer differs most from the best one: which card of the hand it makes dearer."""
    if (found := _dearest(answer, best, outlooks)) is None:
        return
    worse, better = found
    card, likelier = worse.card, _is_likelier(worse, better)
    if _is_played(card, answer) or _is_played(card, best):
        now, later = (worse, better) if _is_played(card, answer) else (better, worse)
        yield _now_or_later(now, later)
        return
    said: dict[str, object] = {"card": card, "answer": _name(answer), "best": _name(best)}
    if likelier:
        said |= {"worse": worse.percent, "better": better.percent}
        yield Sentence(
            "Later your {card} takes a row in {worse} % of deals after {answer}, in {better} % after {best}.",
            said,
            "of-another-card",
        )
    else:
        said |= {"worse": _heads(worse), "better": _heads(better)}
        yield Sentence(
            "Later your {card} takes about {worse} after {answer}, {better} after {best}.",
            said,
            "of-another-card",
        )


def own_chance(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield what the card that is played does: now and if it waits, or now and what the others do later."""
    now, later = (
        next((each for each in outlooks.get(which, ()) if _is_played(each.card, answer)), None)
        for which in (answer, best)
    )
    if now is None or later is None:
        return
    said: dict[str, object] = {"card": now.card, "percent": now.percent}
    if now.tenths - later.tenths >= _NOTABLE:
        yield _now_or_later(now, later)
    elif len(outlooks[answer]) > 1:
        said["heads"] = _others_heads(answer, outlooks)
        yield Sentence(
            "{card} takes a row in {percent} % of deals now, your other cards take about {heads} later.",
            said,
            "now",
        )
    else:
        yield Sentence("{card} takes a row in {percent} % of deals now.", said, "now")


def hint(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield which other card an answer makes dearer, without a word of the best answer."""
    found = _dearest(answer, best, outlooks)
    if found is None or _is_played(found[0].card, answer):
        if found or isinstance(answer, Take):
            yield from _dearest_later(answer, best, outlooks)
        return
    worse, better = found
    likelier = _is_likelier(worse, better)
    said: dict[str, object] = {"percent": worse.percent} if likelier else {"heads": _heads(worse)}
    if _is_played(worse.card, best):
        if likelier:
            yield Sentence(
                "One of your other cards takes a row in {percent} % of deals if it waits.",
                said,
                "not-to-wait",
            )
        else:
            yield Sentence("One of your other cards takes about {heads} if it waits.", said, "not-to-wait")
        return
    said["card"] = worse.card
    if likelier:
        yield Sentence("Later your {card} takes a row in {percent} % of deals.", said, "of-another-card")
    else:
        yield Sentence("Later your {card} takes about {heads}.", said, "of-another-card")


def _dearest_later(answer: Action, best: Action, outlooks: Mapping[Action, Outlook]) -> Iterator[Sentence]:
    """Yield which card of the hand is dearest after an answer, if any but the best is dear."""
    others = [each for each in outlooks.get(answer, ()) if not _is_played(each.card, answer)]
    named = [each for each in others if not _is_played(each.card, best) and each.tenths >= _NOTABLE]
    if named:
        dearest = max(named, key=lambda each: each.tenths)
        said: dict[str, object] = {"card": dearest.card, "percent": dearest.percent}
        said["heads"] = _others_heads(answer, outlooks)
        if len(others) > 1:
            yield Sentence(
                "Later your {card} takes a row in {percent} % of deals; in all, about {heads} are to come.",
                said,
                "of-another-card",
            )
        else:
            yield Sentence("Later your {card} takes a row in {percent} % of deals.", said, "of-another-card")


def _others_heads(answer: Action, outlooks: Mapping[Action, Outlook]) -> Sentence:
    """Return what all cards of the hand but the one that is played take later, on average."""
    tenths = sum(each.tenths for each in outlooks[answer] if not _is_played(each.card, answer))
    return heads_sentence((tenths + 5) // 10)


def _dearest(
    answer: Action, best: Action, outlooks: Mapping[Action, Outlook]
) -> tuple[CardOutlook, CardOutlook] | None:
    """Return the card that an answer makes dearer by most, after that answer and after the best one."""
    better = {each.card: each for each in outlooks.get(best, ())}
    pairs = [(each, better[each.card]) for each in outlooks.get(answer, ())]
    found = max(pairs, key=lambda pair: pair[0].tenths - pair[1].tenths, default=None)
    return found if found is not None and found[0].tenths - found[1].tenths >= _NOTABLE else None


def _is_played(card: int, answer: Action) -> bool:
    return isinstance(answer, Choose) and answer.card == card


def _is_likelier(worse: CardOutlook, better: CardOutlook) -> bool:
    """Return whether the share of worlds says more than the heads do."""
    apart = abs(worse.percent - better.percent)
    return apart >= _CLEARLY or str(_heads(worse)) == str(_heads(better))


def _now_or_later(now: CardOutlook, later: CardOutlook) -> Sentence:
    if _is_likelier(now, later):
        said: dict[str, object] = {"card": now.card, "now": now.percent, "later": later.percent}
        return Sentence(
            "{card} takes a row in {now} % of deals now, in {later} % if it waits.", said, "now-or-later"
        )
    said = {"card": now.card, "now": _heads(now), "later": _heads(later)}
    return Sentence("{card} takes about {now} now, {later} if it waits.", said, "now-or-later")


def _heads(outlook: CardOutlook) -> Sentence:
    return heads_sentence((outlook.tenths + 5) // 10)


def _name(answer: Action) -> object:
    """Return what an answer is called within a sentence."""
    if isinstance(answer, Take):
        return Sentence("row {row}", {"row": answer.row + 1})
    return answer.card
