"""A person's session at a remote table: events appear as they come, and what the person types is sent."""

import asyncio
import signal
import sys
from contextlib import aclosing, suppress
from threading import Thread
from time import monotonic
from typing import Any, Final

from httpx2 import TransportError

from sixth.client import Ask, AsyncSeat, End, Events, Full, Gone, Line, ProblemError, Said, Table
from sixth.i18n import and_list, gettext as _
from sixth.narration import Narrator
from sixth.remote.errors import JoinError
from sixth.rules.codec import Malformed, dumps, event_from_json, rules_from_json
from sixth.rules.events import Action, Dealt, Event
from sixth.rules.record import HUMAN
from sixth.rules.view import View
from sixth.rules.view_json import action_from_json
from sixth.terminal.labels import rules_text
from sixth.terminal.pages import Page
from sixth.terminal.questions import question_of, show, show_hand
from sixth.text import phrases, printable

_TIMEOUT_S: Final = 600.0
"""Seconds without an answer from the server after which the session ends."""

_WARN_S: Final = 10.0
"""Seconds left at which the person is warned."""


class Session:
    """The session of a person on `seat`; `page` shows the game."""

    def __init__(self, page: Page, seat: AsyncSeat) -> None:
        self._page, self._seat = page, seat
        self._inbox: asyncio.Queue[Line | str | Exception | None] = asyncio.Queue()
        self._table: Table | None = None
        self._view: View | None = None
        self._ask: Ask | None = None
        self._until: float | None = None
        self._unsent: tuple[tuple[object, ...], Action | None] | None = None
        self._confirms_leave = False

    async def play(self) -> None:
        """Play until the person leaves or loses the seat, or there is no server for 10 minutes."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, self._inbox.put_nowait, "\x03")
        Thread(target=self._read, args=(loop,), daemon=True).start()
        listener = asyncio.create_task(self._listen())
        try:
            while await self._step(await self._inbox.get()):
                sys.stdout.flush()
        finally:
            listener.cancel()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        while line := sys.stdin.readline():
            loop.call_soon_threadsafe(self._inbox.put_nowait, line.strip())
        loop.call_soon_threadsafe(self._inbox.put_nowait, None)

    async def _listen(self) -> None:
        """Put the lines of the server into the inbox, over lost connections; an error is the last item."""
        try:
            async with aclosing(self._seat.news(patience_s=_TIMEOUT_S)) as lines:
                async for line in lines:
                    self._inbox.put_nowait(line)
        except ProblemError as problem:
            self._inbox.put_nowait(JoinError(str(problem)))
        except TransportError as error:
            self._inbox.put_nowait(error)

    async def _step(self, item: Line | str | Exception | None) -> bool:
        """Handle one item of the inbox; return whether the session goes on."""
        if isinstance(item, Exception):
            raise item
        # The client itself says that the server does not answer.
        with suppress(TransportError):
            try:
                if item is None or isinstance(item, str):
                    return await self._handle_input(item)
                await self._show_line(item)
            except ProblemError as problem:
                # Such as a card for a turn that is over; the next line of the server shows what follows.
                self._page.say(str(problem))
        return True

    # ------------------------------------------------------------------ lines of the server

    async def _show_line(self, line: Line) -> None:
        match line:
            case Full(table=table):
                await self._show_table(table)
            case Events(events=events):
                await self._show_events(events)
            case Ask():
                await self._show_ask(line)
            case Gone():
                self._ask = None
            case Said(name=name, kind=kind, said=text):
                text = phrases().get(text, text) if kind == "phrase" else text
                self._page.say(_("{name}: {card}").format(name=printable(name), card=printable(text)))
            case End(why=why):
                raise JoinError(why)
            case _:
                pass

    async def _show_table(self, table: Table) -> None:
        new = self._table is None
        self._table, self._view = table, table.view
        around = table.json
        if new:
            rules = rules_from_json(around["rules"])
            heading = _("Sixth: {rules}; with you at the table: {names}.")
            others = [name for seat, name in enumerate(self._names()) if seat != table.seat and name != "—"]
            self._page.heading(heading.format(rules=rules_text(rules), names=and_list(others or ["—"])))
            self._page.say(f"{_help_text()} {self._page.legend}")
        if table.asks == "back" and new:
            await self._seat.do("back")
        elif table.asks == "back":
            self._page.say(_("A bot plays for you; b takes your seat back."))
        elif table.seat is None and around["claim"] is not None:
            bot = self._names()[around["claim"]]
            self._page.say(_("You're in from the next round, replacing {bot}.").format(bot=bot))
        elif table.seat is None:
            raise JoinError(_("You have no seat at this table."))
        self._say_lobby()

    def _say_lobby(self) -> None:
        table = self._table
        if table is not None and table.view is None and table.seat is not None:
            self._page.say(
                _("Enter begins the game; bots take the free seats.")
                if table.asks == "begin"
                else _("Enter says that you are ready; the host begins the game.")
            )

    async def _show_events(self, events: tuple[dict[str, Any], ...]) -> None:
        names, table = self._names(), self._table
        if any(each["event"] in _MOVES for each in events):
            self._table = table = await self._seat.look()
            names = [old if new == "—" else new for old, new in zip(names, self._names(), strict=True)]
        if table is None:
            return
        bots = {
            seat: each["stand_in"]["name"] if each["stand_in"] else ""
            for seat, each in enumerate(table.json["seats"])
            if each["stand_in"] or (each["sitter"] and each["sitter"]["kind"] != HUMAN)
        }
        narrator = Narrator(rules_from_json(table.json["rules"]), names, me=table.seat, bots=bots)
        for each in events:
            event = _event_of(each)
            if event is not None:
                self._page.tell(narrator, event)
            elif each["event"] in _MOVES and each.get("seat") != table.seat:
                self._say_move(each, names)
            elif each["event"] == "stood-in":
                self._page.say(_("A bot plays for you; b takes your seat back."))
        if any(each["event"] == "left" for each in events):
            self._say_lobby()

    def _say_move(self, event: dict[str, Any], names: list[str]) -> None:
        template = {
            "sat": _("{name} sits at the table."),
            "stood-in": _("{bot} plays for {name} now."),
            "returned": _("{name} is back."),
            "advised": _("{name} asks the coach."),
        }.get(event["event"])
        if template is not None:
            name = event["name"] if event["event"] == "sat" else names[event["seat"]]
            bot = printable(event.get("name", ""))
            self._page.say(template.format(name=printable(name), bot=bot))

    def _names(self) -> list[str]:
        seats = self._table.json["seats"] if self._table is not None else []
        return [printable(each["sitter"]["name"]) if each["sitter"] else "—" for each in seats]

    async def _show_ask(self, ask: Ask) -> None:
        again = self._ask is not None and _moment(self._ask) == _moment(ask)
        self._ask, self._view = ask, ask.view
        self._until = None if ask.ms is None else monotonic() + ask.ms / 1000
        unsent, self._unsent = self._unsent, None
        if unsent is not None and unsent[0] == _moment(ask):
            await self._answer(unsent[1])
            return
        if ask.view.legal and not again:
            if ask.asks == "pick":
                self._page.hand(ask.view.rules, _("Open deck"), ask.view.open_deck)
            else:
                heading = _("Round {round}, turn {turn}.")
                self._page.heading(heading.format(round=ask.view.round, turn=ask.view.turn))
                self._page.rows(ask.view.rules, ask.view.rows)
            show_hand(self._page, ask.view)
        self._prompt(ask)
        if ask.ms is not None and ask.ms > _WARN_S * 1500:
            asyncio.get_running_loop().call_later(ask.ms / 1000 - _WARN_S, self._warn, ask)

    def _warn(self, ask: Ask) -> None:
        if self._ask is ask:
            self._say_time()
            sys.stdout.flush()

    def _say_time(self) -> None:
        if self._until is None or self._ask is None:
            self._page.say(_("No clock runs."))
            return
        seconds = max(0, round(self._until - monotonic()))
        self._page.say(_("Seconds left: {seconds}.").format(seconds=seconds))

    def _prompt(self, ask: Ask) -> None:
        if ask.view.legal and ask.asks not in ("next", "begin"):
            question = question_of(ask.view)
            self._page.say(f"{question.why} {question.prompt}".strip())
        else:
            prompts = {
                "flip": _("Enter turns over your top card:"),
                "next": _("Enter goes on to the next round."),
                "begin": _("Enter begins another game."),
            }
            self._page.say(prompts[ask.asks])
        if self._until is not None:
            self._say_time()

    # ------------------------------------------------------------------ input of the person

    async def _handle_input(self, line: str | None) -> bool:
        if line is None:
            await self._leave()
            return False
        confirms, self._confirms_leave = self._confirms_leave, False
        if line == "\x03" or line.lower() in ("q", "quit", "exit"):
            if not confirms:
                self._page.say(_("Leave the table? q again leaves; a bot plays for you until you come back."))
                self._confirms_leave = True
                return True
            await self._leave()
            return False
        word, _space, rest = line.partition(" ")
        match word.lower():
            case "s" if rest:
                key = {text: key for key, text in phrases().items()}.get(rest)
                await self._seat.do("say", kind="phrase" if key else "text", said=key or rest)
            case "?" | "help":
                self._page.say(f"{_help_text()} {self._page.legend}")
                self._page.say(" ".join(phrases().values()))
            case "k":
                self._say_time()
            case "b":
                await self._seat.do("back")
            case "c":
                await self._coach()
            case _:
                await self._handle_answer(line)
        return True

    async def _leave(self) -> None:
        with suppress(ProblemError, TransportError):
            await self._seat.do("leave")
        self._page.say(_("You have left the table; the same command takes you back."))

    async def _coach(self) -> None:
        if self._ask is None or not self._ask.view.legal:
            self._page.say(_("There is nothing to choose right now."))
            return
        ask = self._ask
        path, moment = f"/tables/{self._seat.table}/coach", dict(zip(_MOMENT, _moment(ask), strict=False))
        answer = await self._seat.site.call("POST", path, moment, token=self._seat.token)
        best = action_from_json(dumps(answer["best"]), ask.view)
        number = next(key for key, each in question_of(ask.view).answers.items() if each == best)
        self._page.say(_("The coach would type {number}.").format(number=number))
        for reason in answer["reasons"]:
            self._page.say(printable(reason, longest=300))

    async def _handle_answer(self, line: str) -> None:
        ask, view, table = self._ask, self._view, self._table
        if table is not None and view is not None:
            narrator = Narrator(view.rules, self._names(), me=table.seat)
            if show(self._page, narrator, view, line):
                return
        if ask is None:
            if not line and table is not None and table.view is None and table.asks == "begin":
                await self._seat.begin(game=table.games + 1)
            elif not line and table is not None and table.view is None:
                await self._seat.do("ready", ready=True)
            else:
                self._page.say(_("There is nothing to choose right now."))
            return
        if ask.asks in ("flip", "next", "begin"):
            if line:
                self._prompt(ask)
            else:
                await self._answer(None)
            return
        question = question_of(ask.view)
        action = question.read(line)
        if action is None:
            self._page.say(question.correction(line))
        else:
            await self._answer(action)

    async def _answer(self, action: Action | None) -> None:
        ask = self._ask
        assert ask is not None
        try:
            await self._seat.answer(ask, action)
        except TransportError:
            # The answer is sent when the server asks again.
            self._unsent = (_moment(ask), action)
            raise
        if self._ask is ask:
            self._ask = None


_MOMENT: Final = ("game", "round", "turn")

_MOVES: Final = (
    *("sat", "claimed", "unclaimed", "left", "kicked"),
    *("stood-in", "returned", "began", "arranged", "advised"),
)
"""Events that change who sits where, or that concern one seat."""


def _moment(ask: Ask) -> tuple[object, ...]:
    return ask.game, ask.round, ask.turn, ask.asks


def _help_text() -> str:
    """Return the sentence that lists what the person can type at any time."""
    return _(
        "Type a number and Enter; r shows the rows, h your hand, t the totals, k the time left,"
        " c asks the coach, s and words says them, b takes your seat back, q leaves, ? says this."
    )


def _event_of(line: dict[str, Any]) -> Event | None:
    """Return the event of a game in the JSON of a server; None for table events and unknown kinds."""
    if line["event"] == "dealt":
        rows = tuple(tuple(row) for row in line["rows"])
        return Dealt(line["round"], line["part"], (), rows)
    try:
        return event_from_json({name: value for name, value in line.items() if name != "v"})
    except Malformed:
        return None
