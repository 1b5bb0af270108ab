"""Parts of every page of a table, as data: links, settings, the rules, and how its deals are proved."""

from sixth.i18n import gettext as _
from sixth.server.feature import LinkPlace, TableParts
from sixth.server.parts import PartField, PartForm, PartLink, TablePart
from sixth.server.protocol.asks import asks_of
from sixth.server.protocol.dealt import board_deal
from sixth.server.table.view import TableView
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.text.config import facts
from sixth.server.web.text.labels import game_at, saved_text
from sixth.server.web.text.pace import at_zero_text
from sixth.server.web.text.rules import marked_changes, nearest_game
from sixth.server.web.views.ending import ending
from sixth.server.web.views.levels import offers_easier


def asides(table: TableView, lasts: int = 0) -> TableParts:
    """Return these parts for a viewer who came last in so many games in a row, in the language in use."""
    return {
        **(_after(table, table.game_id, lasts) if table.view else {"settings": _settings(table)}),
        "stay": _stay(table),
        "fair": [*_fair_deal(table), *_own_text(table)],
        "rules": [_rules(table)],
    }


def ways_on(table: TableView) -> TableParts:
    """Return the ways to other games for somebody who cannot play at a table, in the language in use."""
    if table.seat is not None or table.offered is not None or table.claim is not None:
        return {}
    links: list[PartLink] = [
        {"address": "/", "label": _("Play"), "is_button": True},
        {"address": "/tables", "label": _("Open tables"), "is_button": True},
    ]
    return {"start": [{"links": links, "kind": "actions"}]}


def _links(place: LinkPlace, more: str = "", **names: str) -> list[PartLink]:
    links = preferences().links_at(place)
    return [{"address": each.address.format(**names) + more, "label": each.label} for each in links]


def _settings(table: TableView) -> list[TablePart]:
    """Return the settings of the host, of which the main ones stand above the others, and links to more."""
    timed, main, others = table.config.turn_seconds > 0, list[TablePart](), list[TablePart]()
    for fact in facts(table):
        item: TablePart = {"text": fact.text}
        if fact.new:
            item |= {"kind": "new", "small": [_("(just changed)")]}
        is_main = fact.new or fact.name in ("rules", "rated") or (timed and fact.name == "pace")
        (main if is_main else others).append(item)
    if timed:
        others.append({"text": at_zero_text(), "kind": "zero"})
    links = _links("last-game", game=table.game_id) if table.game_id else []
    if table.seat is not None and table.seat == table.host:
        links.insert(0, {"address": f"/t/{table.id}/house", "label": _("Table settings")})
    more: TablePart = {"summary": _("More about this table"), "items": others}
    return [{"items": main}, more, *(TablePart(links=[each]) for each in links)]


def _after(table: TableView, game: str | None, lasts: int) -> TableParts:
    """Return the links of an ended game, and the offer of a game against other bots."""
    ended = ending(table)
    if ended is None or game is None:
        return {}
    links: list[PartLink] = []
    if table.seat is None:
        links += [{**to, "is_button": True} for to in _links("ended-game", game=game)]
    if table.seat is not None and table.seat == table.host and not table.daily:
        # A quiet way to another game, beside the button that plays the same again.
        links.append({"address": f"/t/{table.id}/house", "label": _("Change game or rules")})
    again, offer = list[TablePart](), ended.rematch
    if offer:
        label = _("Play easier bots") if offer.easier else _("Play stronger bots")
        if offer.easier and offers_easier(lasts):
            label = _("Three last places: easier bots?")
        fields = {name: str(value) for name, value in offer.fields.items()}
        again.append({"form": PartForm(action="/tables", label=label, id="rematch", fields=fields)})
    record = _links("table-record", game=game, table=table.id)
    return {
        "links": [{"links": links}],
        "again": again,
        "record": [{"links": [{**to, "saved": saved_text()} for to in record]}],
    }


def _stay(table: TableView) -> list[TablePart]:
    """Return the links of a table, and the form to leave it where the page has no form for each command."""
    here, parts, links = f"/t/{table.id}", list[TablePart](), list[PartLink]()
    sits, is_plain = table.seat is not None and not table.daily, preferences().plain
    if table.daily:
        parts.append({"text": _("Close the page at any time: the game waits for you.")})
    if sits and table.seat == table.host:
        links.append({"address": f"{here}/house", "label": _("Table settings")})
    if sits:
        links.append({"address": f"{here}/screen", "label": _("Show on TV")})
    if not is_plain:
        links.append({"address": f"{here}?plain=on", "label": _("Text version")})
    if links:
        parts.append({"links": links})
    if sits and not is_plain and asks_of(table) != "back":
        away = [_("A bot plays for you until you come back.")] if table.view else []
        form = PartForm(action=f"{here}/leave", label=_("Leave the table"), id="leave")
        parts.append({"form": form, "small": away})
    return parts


def _fair_deal(table: TableView) -> list[TablePart]:
    parts = list[TablePart]()
    if table.again:
        dealt = _("These cards were dealt before: people who saw that game know them.")
        parts.append({"text": dealt, "links": _links("earlier-game", game=table.again)})
    if table.view:
        here = _(
            "The cards come from a secret with this SHA-256; the game file shows the secret after the game:"
        )
        parts.append({"text": here, "code": table.promise})
    if board_deal(table.daily):
        checked = _("The secret of the board, which is public once it is closed, leads to this one.")
        results = _links("deal-results", "#fair", day=table.daily)
        how: list[PartLink] = [{**to, "label": _("How to check that")} for to in results]
        return [*parts, {"text": checked, "links": how}]
    if table.daily:
        before = _("It is also the secret of the day before: all deals were fixed before the first day.")
        results = _links("deal-results", "#fair", day=table.daily)
        return [
            *parts,
            {"text": before, "links": [{**to, "label": _("How to check that")} for to in results]},
        ]
    first = _("The cards will come from the texts that players add and a secret with this SHA-256:")
    following = _("The secret of the next game has this SHA-256:") if table.view else first
    return [*parts, {"text": following, "code": table.next_promise}]


def _own_text(table: TableView) -> list[TablePart]:
    """Return the field for a text in the shuffle: of the next game, or in the form for a seat."""
    if asks_of(table) == "sit":
        label = _("Your own text for the shuffle")
        return [
            {"field": PartField(id="text", form="sit", command="sit", name="text", label=label, value="")}
        ]
    if table.seat is None or table.daily or (table.view and not table.view.over):
        return []
    label = _("Your own text for the shuffle of the next game")
    text = PartField(id="own-text", form="own", command="text", name="text", label=label, value=table.text)
    form = PartForm(action=f"/t/{table.id}/text", label=_("Add it"), id="own", is_live=True)
    return [{"field": text, "form": form}]


def _rules(table: TableView) -> TablePart:
    about = _links("rules-of-game", f"/{nearest_game(table.rules)}")
    return {
        "summary": _("Rules: {game}").format(game=game_at(table)),
        "items": [
            {"text": text, "small": [_("(changed)")] if is_changed else []}
            for text, is_changed in marked_changes(table.rules)
        ],
        "links": [{**to, "opens_tab": True} for to in about],
    }
