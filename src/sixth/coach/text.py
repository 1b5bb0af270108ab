"""Reviews in words, in the current language."""

from collections.abc import Sequence
from typing import Final

from sixth.coach import account
from sixth.i18n import and_list, gettext as _, number_text, percent_text
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.text import heads_text

DIGITS: Final = 1
"""Decimal places of heads on pages and in text."""

EXACT_DIGITS: Final = 2
"""Decimal places of heads that are exact."""

_PARTS: Final = 10
"""The games of which a mix says in how many to play an answer."""


def shown_terms(each: account.Account) -> tuple[float, float, float, float]:
    """Return `par`, `deal`, `own` and `others` rounded to tenths of a head, so that they still add up.

    Each is off by less than a tenth.
    """
    unit = 10**DIGITS
    par, deal, own, others = _round_terms(each, (each.deal, each.own, each.others), unit)
    return par / unit, deal / unit, own / unit, others / unit


def whole_terms(each: account.Account) -> tuple[int, int, int]:
    """Return par, the luck and the cost of the choices in whole heads, so that they still add up.

    Luck is the sum of `deal` and `others`. Each is off by less than a head.
    """
    par, luck, own = _round_terms(each, (each.deal + each.others, each.own), 1)
    return par, luck, own


def _round_terms(each: account.Account, terms: Sequence[float], unit: int) -> list[int]:
    """Return par and `terms` as whole multiples of 1/`unit` of a head that add up to the result."""
    par = round(each.par * unit)
    scaled = [term * unit for term in terms]
    wholes = [round(term) for term in scaled]
    result = round(sum(scaled) + each.par * unit * each.sign) - par * each.sign
    while (rest := result - sum(wholes)) != 0:
        step = 1 if rest > 0 else -1
        # The term with the largest rounding error in the other direction.
        at = max(range(len(scaled)), key=lambda at: (scaled[at] != 0, step * (scaled[at] - wholes[at])))
        wholes[at] += step
    return [par, *wholes]


def term_names() -> tuple[str, str, str]:
    """Return the names of the terms `deal`, `own` and `others` of an account."""
    return _("the deal"), _("the choices"), _("the others’ cards")


def headline(each: account.Account) -> str:
    """Return the terms of a result in whole heads, as a sentence to the player: "Luck cost you 1 head, …"."""
    _par, luck, own = whole_terms(each)
    template = {
        (1, 1): _("Luck cost you {luck}, your choices {own}."),
        (1, 0): _("Luck cost you {luck}, your choices nothing."),
        (1, -1): _("Luck cost you {luck}, but your choices saved {own}."),
        (0, 1): _("Luck evened out; your choices cost you {own}."),
        (0, 0): _("Luck evened out, and your choices cost nothing."),
        (0, -1): _("Luck evened out; your choices saved you {own}."),
        (-1, 1): _("Luck saved you {luck}, but your choices cost {own}."),
        (-1, 0): _("Luck saved you {luck}, and your choices cost nothing."),
        (-1, -1): _("Luck saved you {luck}, your choices {own}."),
    }[_sign(luck), _sign(own)]
    # After "8 heads" a number alone means heads, too.
    number = number_text(abs(own)) if luck else _cost(abs(own))
    return template.format(luck=_cost(abs(luck)), own=number)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _cost(heads: int) -> str:
    """Return a number of heads as a cost, which is another grammatical case in some languages."""
    return _("1 head") if heads == 1 else _("{count} heads").format(count=heads)


def loss_text(decision: account.Decision) -> str:
    """Return the cost of an answer against the best one: exact if it is proved, or else in whole heads."""
    if decision.proved:
        return exact_heads(decision.loss)
    whole = round(decision.loss)
    return _cost(whole) if whole > 0 else _("less than 1 head")


def exact_heads(heads: float) -> str:
    """Return heads that are exact: "2 heads", "1.25 heads"."""
    if heads == round(heads):
        return _cost(round(heads))
    return _("{count} heads").format(count=number_text(heads, digits=EXACT_DIGITS))


def mix_text(exact: Sequence[account.ExactAnswer]) -> str:
    """Return the answers of best play, and how often to play each of several: "23 in 6 of 10, 41 in 4"."""
    mix = sorted((each for each in exact if each.chance > 0), key=lambda each: -each.chance)
    if len(mix) == 1:
        return answer_text(mix[0].answer)
    first, *others = (
        (answer_text(each.answer), count) for each, count in zip(mix, _parts_of(mix), strict=True)
    )
    template = _("{answer} in {count} of {all}")
    parts = [template.format(answer=first[0], count=first[1], all=_PARTS)]
    parts += [_("{answer} in {count}").format(answer=answer, count=count) for answer, count in others]
    return ", ".join(parts)


def _parts_of(mix: Sequence[account.ExactAnswer]) -> list[int]:
    """Return chances in tenths, each at least 1, that add up to 10; the largest chance comes first."""
    counts = [max(1, round(_PARTS * each.chance)) for each in mix]
    # Small chances are rounded up, at the cost of the largest.
    counts[0] += _PARTS - sum(counts)
    return counts


def proof_text(exact: Sequence[account.ExactAnswer]) -> str:
    """Return which answers are proved to be best, as a sentence."""
    if sum(each.chance > 0 for each in exact) > 1:
        return _("Proved: best is a mix, {mix}.").format(mix=mix_text(exact))
    best = [answer_text(each.answer) for each in exact if each.is_best]
    if len(best) > 1:
        return _("Proved: {answers} are equally good.").format(answers=and_list(best))
    return _("Proved: {answer} is best.").format(answer=best[0])


def par_text(each: account.Account) -> str:
    """Return a result and its difference to par, in whole heads: "14 heads, 8 over par"."""
    par, _luck, _own = whole_terms(each)
    over = each.heads - par
    return _beside_par(each.heads, over, number_text(abs(over)))


def _beside_par(heads: int, over: float, number: str) -> str:
    template = _("{heads}, exactly par")
    if over:
        template = _("{heads}, {number} over par") if over > 0 else _("{heads}, {number} under par")
    return template.format(heads=heads_text(heads), number=number)


def summary(each: account.Account) -> str:
    """Return one sentence on a round to a tenth of a head: "14 heads, 3.0 over par: the deal cost 1.0, …"."""
    par, deal, own, others = shown_terms(each)
    over = round(each.heads - par, DIGITS)
    parts = []
    if each.deal != 0:
        luck = _("the deal cost {number}") if deal >= 0 else _("the deal saved {number}")
        parts.append(luck.format(number=_number(abs(deal))))
    choices = _("the choices saved {number}") if own < 0 else _("the choices cost {number}")
    parts.append(choices.format(number=_number(abs(own))))
    cards = _("the others’ cards cost {number}") if others >= 0 else _("the others’ cards saved {number}")
    parts.append(cards.format(number=_number(abs(others))))
    result = _beside_par(each.heads, over, _number(abs(over)))
    return _("{result}: {parts}.").format(result=result, parts=and_list(parts))


def _number(value: float) -> str:
    # Adding 0.0 turns -0.0 into 0.0.
    return number_text(round(value, DIGITS) + 0.0, digits=DIGITS).replace("-", "−")


def signed(value: float) -> str:
    """Return heads with their sign and one decimal place."""
    return f"{'−' if value < 0 else '+'}{_number(abs(value))}"


def interval_text(interval: account.Interval) -> str:
    """Return an interval as text: "10.2 – 12.1"."""
    low, high = (number_text(end, digits=DIGITS).replace("-", "−") for end in interval)
    return f"{low} – {high}"


def verdict_text(verdict: account.Verdict) -> str:
    """Return the name of a verdict."""
    return {
        "forced": _("no choice"),
        "best": _("best"),
        "fine": _("fine"),
        "unclear": _("too close to call"),
        "slip": _("slip"),
        "mistake": _("mistake"),
        "blunder": _("blunder"),
    }[verdict]


def answer_text(answer: Action) -> str:
    """Return an answer as text: a card, or a row and, if it has one, its end."""
    match answer:
        case Choose(card) | Pick(card):
            return str(card)
        case Take(row, None):
            return _("Row {number}").format(number=row + 1)
        case Take(row, "left"):
            return _("Row {number}, left").format(number=row + 1)
        case Take(row):
            return _("Row {number}, right").format(number=row + 1)


def moment_text(decision: account.Decision) -> str:
    """Return the place of a decision in its round: "Turn 3"."""
    if decision.kind == "pick":
        return _("Pick {number}").format(number=decision.turn)
    if decision.kind == "take":
        return _("Turn {turn}, row to take").format(turn=decision.turn)
    return _("Turn {turn}").format(turn=decision.turn)


def where_text(each: account.RoundReview, decision: account.Decision) -> str:
    """Return the place of a decision in its game, with its round."""
    return _("Round {round}, {moment}").format(round=each.round, moment=moment_text(decision))


def cost_text(decision: account.Decision) -> str:
    """Return a sentence on the answer, the best answer, its cost in heads and the verdict."""
    if decision.proved:
        return _("{answer} instead of {best}: exactly {heads} worse ({verdict}).").format(
            answer=answer_text(decision.answer),
            best=answer_text(decision.best),
            heads=loss_text(decision),
            verdict=verdict_text(decision.verdict),
        )
    return _("{answer} instead of {best} cost {loss} ({interval}): {verdict}.").format(
        answer=answer_text(decision.answer),
        best=answer_text(decision.best),
        loss=_number(decision.loss),
        interval=interval_text(decision.loss_ci),
        verdict=verdict_text(decision.verdict),
    )


def answers_text(decisions: Sequence[account.Decision]) -> str:
    """Return sentences to the player, during a game, on the decisions of a turn."""
    return " ".join(map(_answer_text, decisions))


def _answer_text(decision: account.Decision) -> str:
    answer = answer_text(decision.answer)
    if decision.verdict == "forced":
        return _("{answer}: no choice.").format(answer=answer)
    if decision.proved and decision.verdict == "best":
        return _("{answer}: proved best.").format(answer=answer)
    if decision.proved:
        template = _("{answer}: exactly {heads} worse than {best}.")
        return template.format(answer=answer, heads=loss_text(decision), best=answer_text(decision.best))
    if decision.verdict == "best":
        return _("{answer}: the coach would have chosen the same.").format(answer=answer)
    if not decision.is_loss:
        return _("{answer}: no clear best.").format(answer=answer)
    template = _("{answer} cost {heads}; {best} was better.")
    return template.format(answer=answer, heads=loss_text(decision), best=answer_text(decision.best))


def round_text(told: account.RoundReview | Sequence[account.Decision]) -> str:
    """Return a sentence to the player, during a game, on a round."""
    if isinstance(told, account.RoundReview):
        return headline(told)
    own = round(sum(each.cost.value for each in told))
    if not own:
        return _("This round your choices cost nothing.")
    template = (
        _("This round your choices saved {heads}.") if own < 0 else _("This round your choices cost {heads}.")
    )
    return template.format(heads=_cost(abs(own)))


def advice_text(advice: account.Advice) -> str:
    """Return the advice as a sentence."""
    if advice.exact:
        return proof_text(advice.exact)
    if isinstance(advice.best, Take):
        return _("The coach would choose {row}.").format(row=answer_text(advice.best))
    if isinstance(advice.best, Pick):
        return _("The coach would pick {card}.").format(card=answer_text(advice.best))
    return _("The coach would play {card}.").format(card=answer_text(advice.best))


def odds_text(odds: account.RoundOdds) -> str:
    """Return the change of the odds of winning in a round as a sentence."""
    template = _(
        "Odds of winning, if all play alike from then on: {before} before, {after} after ({low} to {high})."
    )
    low, high = odds.change.ci
    return template.format(
        before=percent_text(odds.before.value),
        after=percent_text(odds.after.value),
        low=percent_text(low).replace("-", "−"),
        high=percent_text(high).replace("-", "−"),
    )


def hindsight_text(hindsight: account.Estimate) -> str:
    """Return the hindsight of a choice, which does not judge it, as a sentence."""
    template = _("With the cards that the others held it cost {number} more than expected ({interval}).")
    if hindsight.value < 0:
        template = _("With the cards that the others held it cost {number} less than expected ({interval}).")
    sign = -1 if hindsight.value < 0 else 1
    low, high = sorted(sign * end for end in hindsight.ci)
    return template.format(number=_number(abs(hindsight.value)), interval=interval_text((low, high)))


def costliest(review: account.Review, most: int) -> list[tuple[account.RoundReview, int]]:
    """Return the `most` largest losses, each as a round and the index of the decision in it."""
    losses = [
        (each, number)
        for each in review.rounds
        for number, decision in enumerate(each.decisions)
        if decision.is_loss
    ]
    return sorted(losses, key=lambda one: -one[0].decisions[one[1]].loss)[:most]
