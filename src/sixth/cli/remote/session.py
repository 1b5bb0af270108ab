"""A person at a table elsewhere: what happens there is shown as it comes, what they type is sent."""

import asyncio
import signal
import sys
from contextlib import aclosing, suppress
from threading import Thread
from time import monotonic
from typing import Any, Final

from httpx2 import TransportError

from sixth.cli.remote.words import happened, help_words
from sixth.client import Ask, AsyncSeat, End, Events, Full, Gone, Line, ProblemError, Said, Table
from sixth.client.joining import JoinError
from sixth.i18n import and_list
from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.codec import dumps, rules_from_json
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.rules.view_json import action_from_json
from sixth.terminal.labels import rules_text
from sixth.terminal.pages import Page
from sixth.terminal.questions import question_of, show, show_hand
from sixth.text import phrases, printable

_PATIENCE_S: Final = 600.0
"""Seconds after which a server that does not answer is given up."""

_WARN_S: Final = 10.0
"""The person is told when so many seconds are left."""

_CONFLICT: Final = 409


class Session:
    """A person who has sat down on `seat` of the site at `url`."""

    def __init__(self, page: Page, url: str, seat: AsyncSeat) -> None:
        self._page, self._url, self._seat = page, url, seat
        self._came: asyncio.Queue[Line | str | BaseException | None] = asyncio.Queue()
        self._table: Table | None = None
        self._view: View | None = None
        self._ask: Ask | None = None
        self._until: float | None = None
        self._unsent: tuple[tuple[object, ...], Action | None] | None = None
        self._asked_to_leave = self._lost = False

    async def play(self) -> None:
        """Play until the person leaves.

        Raises:
            JoinError: the table is no more, or they have no seat there any more.
            httpx2.TransportError: the server does not answer for long.
        """
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, self._came.put_nowait, "\x03")
        Thread(target=self._read, args=(loop,), daemon=True).start()
        hearing = asyncio.create_task(self._hear())
        try:
            while await self._step(await self._came.get()):
                sys.stdout.flush()
        finally:
            hearing.cancel()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        while line := sys.stdin.readline():
            loop.call_soon_threadsafe(self._came.put_nowait, line.strip())
        loop.call_soon_threadsafe(self._came.put_nowait, None)

    async def _hear(self) -> None:
        """Pass on what the server says, over lost connections."""
        since, until = None, monotonic() + _PATIENCE_S
        while True:
            try:
                async with aclosing(self._seat.news(since)) as lines:
                    async for line in lines:
                        since, until = line.v, monotonic() + _PATIENCE_S
                        self._came.put_nowait(line)
                return
            except (TransportError, ProblemError) as error:
                passing = isinstance(error, TransportError) or error.retry_after is not None
                if not passing or monotonic() > until:
                    self._came.put_nowait(error)
                    return
                self._came.put_nowait(TransportError(""))

    async def _step(self, came: Line | str | BaseException | None) -> bool:
        """Take in one thing that came; returns whether it goes on."""
        try:
            if came is None or isinstance(came, str):
                return await self._typed(came)
            if isinstance(came, TransportError) and not str(came):
                self._say_lost()
            elif isinstance(came, ProblemError):
                raise JoinError(str(came))
            elif isinstance(came, BaseException):
                raise came
            else:
                if self._lost:
                    self._lost = False
                    self._page.say(_("The server answers again."))
                await self._heard(came)
        except TransportError as error:
            if error is came and str(error):
                raise
            self._say_lost()
        except ProblemError as problem:
            # Such as a card for a turn that is over: the next line says how it goes on.
            self._page.say(str(problem))
        return True

    def _say_lost(self) -> None:
        if not self._lost:
            self._lost = True
            self._page.say(_("There is no answer from {url}; trying again.").format(url=self._url))

    # ------------------------------------------------------------------ what the server says

    async def _heard(self, line: Line) -> None:
        match line:
            case Full(table=table):
                await self._full(table)
            case Events(events=events):
                await self._events(events)
            case Ask():
                await self._asked(line)
            case Gone():
                self._ask = None
            case Said(name=name, kind=kind, said=said):
                words = phrases().get(said, said) if kind == "phrase" else said
                self._page.say(_("{name}: {card}").format(name=printable(name), card=printable(words)))
            case End(why=why):
                raise JoinError(why)
            case _:
                pass

    async def _full(self, table: Table) -> None:
        new = self._table is None
        self._table, self._view = table, table.view
        around = table.json
        if new:
            rules = rules_from_json(around["rules"])
            said = _("Sixth: {rules}; with you at the table: {names}.")
            others = [name for seat, name in enumerate(self._names()) if seat != table.seat and name != "—"]
            self._page.heading(said.format(rules=rules_text(rules), names=and_list(others or ["—"])))
            self._page.say(f"{help_words()} {self._page.legend}")
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
            begins = table.asks == "begin"
            self._page.say(
                _("Enter begins the game; bots take the free seats.")
                if begins
                else _("Enter says that you are ready; the host begins the game.")
            )

    async def _events(self, events: tuple[dict[str, Any], ...]) -> None:
        names, known = self._names(), self._table
        if any(each["event"] in _MOVES for each in events):
            self._table = known = await self._seat.look()
            names = [old if new == "—" else new for old, new in zip(names, self._names(), strict=True)]
        if known is None:
            return
        narrator = Narrator(rules_from_json(known.json["rules"]), names, me=known.seat)
        for each in events:
            event = happened(each)
            if event is not None:
                self._page.tell(narrator, event)
            elif each["event"] in _MOVES and each.get("seat") != known.seat:
                self._moved(each, names)
            elif each["event"] == "stood-in":
                self._page.say(_("A bot plays for you; b takes your seat back."))
        if any(each["event"] == "left" for each in events):
            self._say_lobby()

    def _moved(self, event: dict[str, Any], names: list[str]) -> None:
        said = {
            "sat": _("{name} sits at the table."),
            "stood-in": _("{bot} plays for {name} now."),
            "returned": _("{name} is back."),
            "advised": _("{name} asks the coach."),
        }.get(event["event"])
        if said is not None:
            name = event["name"] if event["event"] == "sat" else names[event["seat"]]
            bot = printable(event.get("name", ""))
            self._page.say(said.format(name=printable(name), bot=bot))

    def _names(self) -> list[str]:
        seats = self._table.json["seats"] if self._table is not None else []
        return [printable(each["sitter"]["name"]) if each["sitter"] else "—" for each in seats]

    async def _asked(self, ask: Ask) -> None:
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
                said = _("Round {round}, turn {turn}.")
                self._page.heading(said.format(round=ask.view.round, turn=ask.view.turn))
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
        left = max(0, round(self._until - monotonic()))
        self._page.say(_("Seconds left: {seconds}.").format(seconds=left))

    def _prompt(self, ask: Ask) -> None:
        if ask.view.legal and ask.asks not in ("next", "begin"):
            question = question_of(ask.view)
            self._page.say(f"{question.why} {question.prompt}".strip())
        else:
            said = {
                "flip": _("Enter turns over your top card:"),
                "next": _("Enter goes on to the next round."),
                "begin": _("Enter begins another game."),
            }
            self._page.say(said[ask.asks])
        if self._until is not None:
            self._say_time()

    # ------------------------------------------------------------------ what the person types

    async def _typed(self, line: str | None) -> bool:
        if line is None:
            await self._leave()
            return False
        asked, self._asked_to_leave = self._asked_to_leave, False
        if line == "\x03" or line.lower() in ("q", "quit", "exit"):
            if not asked:
                self._page.say(_("Leave the table? q again leaves; a bot plays for you until you come back."))
                self._asked_to_leave = True
                return True
            await self._leave()
            return False
        word, _space, rest = line.partition(" ")
        match word.lower():
            case "s" if rest:
                key = {said: key for key, said in phrases().items()}.get(rest)
                await self._seat.do("say", kind="phrase" if key else "text", said=key or rest)
            case "?" | "help":
                self._page.say(f"{help_words()} {self._page.legend}")
                self._page.say(" ".join(phrases().values()))
            case "k":
                self._say_time()
            case "b":
                await self._seat.do("back")
            case "c":
                await self._coach()
            case _:
                await self._answered(line)
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
        found = await self._seat.site.call("POST", path, moment, token=self._seat.token)
        best = action_from_json(dumps(found["best"]), ask.view)
        number = next(key for key, each in question_of(ask.view).answers.items() if each == best)
        self._page.say(_("The coach would type {number}.").format(number=number))
        for reason in found["reasons"]:
            self._page.say(printable(reason, longest=300))

    async def _answered(self, line: str) -> None:
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
            self._page.say(question.wrong(line))
        else:
            await self._answer(action)

    async def _answer(self, action: Action | None) -> None:
        ask = self._ask
        assert ask is not None
        try:
            await self._seat.answer(ask, action)
        except TransportError:
            # It is sent once the server asks again.
            self._unsent = (_moment(ask), action)
            raise
        if self._ask is ask:
            self._ask = None


_MOMENT: Final = ("game", "round", "turn")

_MOVES: Final = (
    "sat",
    "claimed",
    "unclaimed",
    "left",
    "kicked",
    "stood-in",
    "returned",
    "began",
    "arranged",
    "advised",
)
"""What changes who sits where, or is told of a seat."""


def _moment(ask: Ask) -> tuple[object, ...]:
    return ask.game, ask.round, ask.turn, ask.asks
