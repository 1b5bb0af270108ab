"""The options of a game: the rules that a form asks for, and the fields and sentences about them."""

from typing import Any, Final, NamedTuple

from sixth.i18n import gettext as _, ngettext
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES, NamedGame
from sixth.rules.option_text import option_from_text
from sixth.rules.options import SEATS, End, Rules, RulesError
from sixth.server.protocol.config import game_named
from sixth.server.table.bounds import check_rules
from sixth.server.web.forms.models import OWN_LENGTH, USUAL_LENGTH, OptionsForm
from sixth.server.web.forms.option_errors import option_error_text
from sixth.server.web.text import pace
from sixth.server.web.text.labels import game_titles, length_text
from sixth.server.web.text.option_labels import (
    OWN_NUMBER,
    lengths,
    option_choices,
    option_labels,
    option_reasons,
)
from sixth.server.web.text.rules import changed_options, nearest_game

_PLAIN: Final = ("hand", "rows", "row_limit", "deal", "play", "ends", "heads", "goal")
"""The options whose field holds the value itself."""

FIELDS: Final = ("deck", "deck_size", *_PLAIN, "end", "end_count")
"""The fields of the options; an empty field means the value of the named game."""


class OptionsVerdict(NamedTuple):
    """Whether the chosen options can be dealt, and one sentence about that."""

    fits: bool
    sentence: str


def rules_of(form: OptionsForm) -> Rules:
    """Return the rules of a form: the named game, changed by every option that is filled in.

    Raises:
        Refusal: there is no game of that name.
        RulesError: an option has no such value, two options clash, or the game is too long for a table.
    """
    game = game_named(form.game)
    changes: Any = {"seats": form.seats}
    for name in _PLAIN:
        if text := getattr(form, name).strip():
            changes[name] = option_from_text(name, text)
    deck = form.deck_size.strip() if form.deck == OWN_NUMBER else form.deck
    if deck or form.deck:
        changes["deck"] = option_from_text("deck", deck)
    if form.length_choice != USUAL_LENGTH:
        changes["end"] = _end(game, form)
    rules = game.replace(**changes)
    check_rules(rules)
    return rules


def option_fields(rules: Rules) -> dict[str, Any]:
    """Return the form fields for these rules, as changes of the named game that they are most like."""
    changes = changed_options(rules)
    differs: dict[str, str] = {name: str(changes[name]) for name in _PLAIN if name in changes}
    if "deck" in changes:
        number = isinstance(rules.deck, int)
        differs |= {"deck": OWN_NUMBER, "deck_size": str(rules.deck)} if number else {"deck": str(rules.deck)}
    return {
        "game": nearest_game(rules),
        "seats": rules.seats,
        **differs,
        **_length_fields(changes.get("end")),
    }


def _length_fields(end: End | None) -> dict[str, str]:
    """Return the form fields for this end of a game; None is the end of the named game."""
    if end is None:
        return {"length": USUAL_LENGTH}
    length = f"{end.kind}:{end.count}"
    if length in lengths():
        return {"length": length}
    return {"length": OWN_LENGTH, "end": end.kind, "end_count": str(end.count)}


def _end(game: NamedGame, form: OptionsForm) -> End:
    if form.length != OWN_LENGTH:
        preset: End = option_from_text("end", form.length)
        return preset
    usual: End = game.options.get("end", End())
    kind = form.end or usual.kind
    if not form.end_count.strip() and kind == usual.kind:
        return usual
    count = f":{form.end_count.strip()}" if form.end_count.strip() else ""
    end: End = option_from_text("end", kind + count)
    return end


def verdict(form: OptionsForm) -> OptionsVerdict:
    """Return whether these options can be dealt, with how many cards are dealt or why none can be."""
    try:
        rules = rules_of(form)
    except (RulesError, Refusal) as error:
        return OptionsVerdict(fits=False, sentence=option_error_text(error.sentence))
    return OptionsVerdict(fits=True, sentence=dealt_text(rules))


def dealt_text(rules: Rules) -> str:
    """Return a sentence with how many cards are dealt and how many stay hidden."""
    dealt = rules.rows + rules.seats * sum(rules.parts(rules.seats))
    hidden = rules.deck_size(rules.seats) - dealt
    if hidden == 0:
        return _("{dealt} cards are dealt, and none stays hidden.").format(dealt=dealt)
    text = ngettext(
        "{dealt} cards are dealt, {hidden} stays hidden.",
        "{dealt} cards are dealt, {hidden} stay hidden.",
        hidden,
    )
    return text.format(dealt=dealt, hidden=hidden)


def form_context(form: OptionsForm) -> dict[str, object]:
    """Return what a form shows of the game, its length, its options and its pace, with their values.

    The `choices` of an option are empty where a number is typed, `usual` is the value of the game.
    """
    labels, reasons, values = option_labels(), option_reasons(), option_choices()
    usual = default_texts(form.game)
    return {
        "chosen": form,
        "titles": game_titles(),
        "seats": {seats: str(seats) for seats in SEATS},
        "lengths": lengths(),
        "usual_length": usual["length"],
        "options": [
            {
                "name": name,
                "label": labels[name],
                "reason": reasons[name],
                "choices": values.get(name, {}),
                "value": getattr(form, name),
                "usual": usual[name],
            }
            for name in FIELDS
        ],
        "verdict": verdict(form),
        "paces": pace.paces(),
        "units": pace.units(),
        "at_zero": pace.at_zero_text(),
    }


def default_texts(game: str) -> dict[str, str]:
    """Return the value that a named game has for each empty field, in a few words, by name of the field."""
    base, title, choices = GAMES.get(game, GAMES["classic"]), game_titles().get(game, ""), option_choices()
    rules = base.replace(seats=base.seats[0])
    values = {name: str(getattr(rules, name)) for name in ("deck", *_PLAIN)}
    values |= {"end": rules.end.kind, "end_count": str(rules.end.count)}
    texts = {name: choices.get(name, {}).get(value, value) for name, value in values.items()}
    texts |= {"length": length_text(rules.end), "deck_size": texts["deck"]}
    if rules.deal == "halves":
        texts["hand"] = _("as many as there are")
    text = _("{game}: {value}") if title else ""
    return {name: text.format(game=title, value=texts[name]) for name in ("length", *FIELDS)}
