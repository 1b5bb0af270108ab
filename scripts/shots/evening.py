"""An evening of four people in some forty stations, at each of which one page is looked at."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, expect

from scripts.shots.guests import Guest
from tests.browser.pads import Pad
from tests.server.support.playing import Person as Visitor, play_on, play_once

_BRIEF: Final = {"end": "rounds", "end_count": "2"}
_STABLE: Final = (
    *("tables", "join", "friends", "settings", "offline", "about", "privacy", "rules", "rules/kids"),
    "learn/3",
)
"""Addresses that are the same for everybody."""


class Station(NamedTuple):
    """A page to be looked at; `again` brings it to the same point after its language has changed.

    `is_wall` says that it is for a big screen.
    """

    name: str
    page: Page
    again: Callable[[], object]
    is_wall: bool = False


class Evening:
    """Four people at a site: two with kept names, one with another phone, one who is new."""

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._rng = Random(6)
        self.broken = list[str]()
        """The parts of the evening that could not be walked through to their end, and why."""

        self._ana, self._bo = (Guest(browser, home, name, named=True) for name in ("Ana", "Bartholomew"))
        self._cleo = Guest(browser, home, "Cleo")

    def stations(self) -> Iterator[Station]:
        """Walk through the evening."""
        first = self._before, self._table, self._big_screen, self._ends, self._named, self._people
        for part in (*first, self._tournament, self._daily, self._puzzles, self._pad, self._faults):
            try:
                yield from part()
            except Exception as error:
                self.broken.append(f"{part.__name__.strip('_')} broke off: {error!r:.600}")

    def _open(self, name: str, guest: Guest, path: str) -> Station:
        page = guest.show(path)
        return Station(name, page, page.reload)

    # ---------------------------------------------------------------- before anybody plays

    def _before(self) -> Iterator[Station]:
        newcomer = Guest(self._browser, self._home, "Newcomer")
        yield self._open("first-page-newcomer", newcomer, "/")
        for path in _STABLE:
            yield self._open(path.replace("/", "-"), newcomer, f"/{path}")
        yield self._open("you-without-a-name", newcomer, "/you")
        yield self._open("mine-empty", newcomer, "/mine")

    # ---------------------------------------------------------------- a table, from its lobby to its end

    def _table(self) -> Iterator[Station]:
        ana, bo, cleo = self._ana, self._bo, self._cleo
        host, others = ana.does, (bo.does, cleo.does)
        table = host.open("invite", seats=4, bots="careful", name="Ana", listed="true", **_BRIEF)
        yield self._open("join-by-link", bo, f"/t/{table}")
        for visitor, guest in zip(others, (bo, cleo), strict=True):
            visitor.join(table, name=guest.name)
        cleo.post(f"/t/{table}/say", text="Hello all, is this the right table?")
        for name, guest in (("lobby-host", ana), ("lobby-guest", bo)):
            yield self._at_table(name, guest)
        yield self._open("table-settings", ana, f"/t/{table}/house")
        yield self._open("open-tables-one", Guest(self._browser, self._home, "Dora"), "/tables")
        host.look()
        host.send("begin")
        page = ana.show_table()

        def lift() -> None:
            page.reload()
            ana.sees.wait_until_ready()
            page.locator("#hand button").nth(4).dispatch_event("click")
            page.locator("#play").wait_for()

        ana.sees.wait_for_question("choose")
        yield Station("table-choose", page, page.reload)
        lift()
        yield Station("table-lifted", page, lift)
        page.locator("#play").dispatch_event("click")
        page.locator("#hand [aria-pressed=true]").wait_for()
        yield self._at_table("table-chosen", ana)
        page = bo.show_table()
        reveal = self._reveal(bo, host, *others)
        reveal()
        yield Station("table-reveal", page, reveal)
        bo.sees.release_movements()
        page.emulate_media(reduced_motion="reduce")
        taker = self._until_row_choice((ana, bo, cleo))
        yield self._at_table("table-take-row", taker)
        yield self._at_table("table-another-takes", bo if taker is ana else ana)
        self._play(host, *others, until="next")
        yield self._at_table("round-end", ana)

    def _at_table(self, name: str, guest: Guest, table: str = "") -> Station:
        page = guest.show_table(table)

        def again() -> None:
            page.reload()
            guest.sees.wait_until_ready()
            expect(page.locator("#undrawn")).to_have_count(0)

        expect(page.locator("#undrawn")).to_have_count(0)
        return Station(name, page, again)

    def _reveal(self, guest: Guest, *visitors: Visitor) -> Callable[[], None]:
        """Return a way to show the beginning of a reveal, held, to a guest."""
        page = guest.page

        def reveal() -> None:
            page.emulate_media(reduced_motion="no-preference")
            self._play(*visitors, until="choose")
            page.reload()
            guest.sees.wait_until_ready()
            guest.sees.wait_for_question("choose")
            guest.sees.hold_movements()
            for visitor in visitors:
                if visitor.look().chosen is None:
                    self._choose(visitor)
            page.locator(".pending .card").first.wait_for()

        return reveal

    def _choose(self, visitor: Visitor, at: int = 0) -> None:
        form = visitor.page.forms["hand"]
        visitor.send("hand", sorted((value for _name, value in form.buttons), key=int)[at], may_be_late=True)

    def _play(self, *visitors: Visitor, until: str) -> None:
        """Have these people play until each of them is asked for this and has not answered."""
        while any(each.look().asks != until for each in visitors):
            for visitor in visitors:
                if visitor.look().asks not in (until, "wait", "again") and (
                    visitor.page.chosen is None or visitor.page.asks != "choose"
                ):
                    play_once(visitor, self._rng)

    def _until_row_choice(self, guests: Sequence[Guest]) -> Guest:
        """Have these people play their lowest cards until one of them must take a row; return that one."""
        while True:
            for guest in guests:
                page = guest.does.look()
                if page.asks == "take":
                    return guest
                if page.asks == "choose" and page.chosen is None:
                    self._choose(guest.does)
                elif page.asks == "next":
                    guest.does.send("next")

    # ---------------------------------------------------------------- big screens and ends

    def _wall(self, name: str, guest: Guest) -> Station:
        page = guest.show(f"/t/{guest.does.table}/screen")
        page.locator("#stream[data-live]").wait_for(state="attached")
        return Station(name, page, page.reload, is_wall=True)

    def _big_screen(self) -> Iterator[Station]:
        ana, bo, cleo = self._ana, self._bo, self._cleo
        table, screen = ana.does.table, Guest(self._browser, self._home, "Screen")
        screen.does.table = Guest(self._browser, self._home, "Eve").does.open(
            "invite", seats=4, name="Eve", game="halves"
        )
        yield self._wall("screen-lobby", screen)
        screen.does.table = table
        for guest in (ana, bo, cleo):
            guest.does.look()
            guest.does.send("next")
        self._play(ana.does, bo.does, cleo.does, until="choose")
        self._choose(bo.does)
        yield self._wall("screen-turn", screen)
        play_on([ana.does, bo.does, cleo.does], self._rng)
        yield self._wall("screen-end", screen)

    def _ends(self) -> Iterator[Station]:
        ana = self._ana
        for name, guest in (("game-end-name", ana), ("game-end-guest", self._cleo)):
            yield self._at_table(name, guest)
        yield self._open("table-history", ana, f"/t/{ana.does.table}/history")
        (game,) = set(re.findall(r"/g/([\w-]+)", ana.does.look().html)) or {""}
        yield self._open("replay", ana, f"/g/{game}")
        ana.post(f"/g/{game}/coach", seat="0")
        page = ana.show(f"/g/{game}/coach?seat=0")
        while not page.locator(".decision, .adds-up").count():
            page.wait_for_timeout(500)
            page.reload()
        yield Station("coach", page, page.reload)
        yield self._open("mine", ana, "/mine")
        yield self._rated()
        yield self._open("first-page-guest", self._cleo, "/")

    def _rated(self) -> Station:
        ana, bo = self._ana, self._bo
        rated = {"pace": "calm", "rated": "true", "length": "usual"}
        table = ana.does.open("invite", game="kids", seats=3, name="Ana", **rated)
        bo.does.join(table, name=bo.name)
        bo.does.send("ready")
        ana.does.look()
        ana.does.send("begin")
        play_on([ana.does, bo.does], self._rng)
        return self._at_table("rated-end", ana)

    # ---------------------------------------------------------------- a named game

    def _named(self) -> Iterator[Station]:
        eve = Guest(self._browser, self._home, "Eve")
        for game, asks in (("both-ends", "choose"), ("logic", "pick"), ("tactical", "choose")):
            eve.does.open("play", game=game, seats=4, name="Eve")
            page = eve.show_table()
            eve.sees.wait_for_question(asks)
            yield Station(f"table-{game}", page, page.reload)

    # ---------------------------------------------------------------- names, friends, devices

    def _people(self) -> Iterator[Station]:
        ana, bo = self._ana, self._bo
        stranger = Guest(self._browser, self._home, "Stranger")
        yield self._open("first-page-name", ana, "/")
        yield self._open("you-guest", self._cleo, "/you")
        for path in ("/you/friends/link", "/you/link", "/you/codes"):
            ana.post(path)
        yield self._open("you-name", ana, "/you")
        befriend, device = (
            re.findall(rf"[^\s\"<>]*/you/{kind}/[\w-]+", ana.does.go("/you").html)[0]
            for kind in ("friend", "device")
        )
        for name, guest, link in (
            ("friend-link-without-a-name", stranger, befriend),
            ("friend-link-with-a-name", bo, befriend),
            ("device-link", stranger, device),
            ("device-link-another-person", bo, device),
        ):
            yield self._open(name, guest, link)
        bo.post(re.sub(r"^https?://[^/]+", "", befriend))
        yield self._open("friend-link-used", stranger, befriend)
        yield self._open("you-friends", bo, "/you")
        yield self._open("ratings", ana, "/ratings")

    # ---------------------------------------------------------------- a tournament

    def _tournament(self) -> Iterator[Station]:
        host, ana, bo, cleo = Guest(self._browser, self._home, "Hilda"), self._ana, self._bo, self._cleo
        yield self._open("tournaments", host, "/tournaments")
        yield self._open("tournament-new", host, "/tournaments/new")
        host.does.go("/tournaments/new")
        host.does.send("plan", name="Friday evening", place="hall", rounds="2")
        path = next(each for each in host.does.page.forms if each.endswith("/begin")).rpartition("/")[0]
        for guest in (ana, bo, cleo):
            guest.does.go(path)
            guest.does.send(f"{path}/join", name=guest.name)
        yield self._open("tournament-host", host, path)
        yield self._wall_of("tournament-screen-code", host, path)
        host.does.go(path)
        host.does.send(f"{path}/begin")
        yield self._open("tournament-player", ana, path)
        yield self._wall_of("tournament-screen-tables", host, path)
        yield self._open("tournament-slips", host, f"{path}/slips")
        host.does.go(f"{path}?round=1&table=1")
        host.does.send(f"{path}/report", heads1="70", heads2="3", heads3="12")
        yield self._open("tournament-standings", bo, path)
        host.does.go(path)
        host.does.send(f"{path}/end")
        yield self._open("tournament-end", ana, path)

    def _wall_of(self, name: str, guest: Guest, path: str) -> Station:
        page = guest.show(f"{path}/screen")
        return Station(name, page, page.reload, is_wall=True)

    # ---------------------------------------------------------------- alone

    def _daily(self) -> Iterator[Station]:
        ana = self._ana
        yield self._open("daily-before", ana, "/daily")
        ana.does.go("/daily")
        ana.does.send("/daily")
        while not ana.does.look().by_id.get("ended"):
            play_once(ana.does, self._rng)
        yield self._at_table("daily-end", ana)
        page = ana.show("/daily")
        yield Station("daily-after", page, page.reload)

    def _puzzles(self) -> Iterator[Station]:
        ana = self._ana
        yield self._open("puzzles", ana, "/puzzles")
        page = ana.show("/puzzles/today")
        five = page.locator("#today a").evaluate_all("all => all.map((one) => one.href)")
        for number, one in enumerate(five):
            page = ana.show(one)
            if not number:
                yield Station("puzzle-before", page, page.reload)
            self._answer(page)
            if not number:
                yield Station("puzzle-after", page, partial(self._answer, page))
        yield self._open("todays-five-end", ana, "/puzzles/today")

    def _answer(self, page: Page) -> None:
        page.goto(page.url.partition("#")[0])
        choices, said = page.locator(":is(.choices, #rows) [data-answer]"), page.locator(".answer")
        choices.or_(said).locator("visible=true").first.wait_for()
        # One of today's five that has been answered shows so.
        if not said.locator("visible=true").count():
            choices.first.click()
            said.locator("visible=true").first.wait_for()

    def _pad(self) -> Iterator[Station]:
        player = Guest(self._browser, self._home, "Ana")
        yield self._open("pad-empty", player, "/pad")
        pad = Pad(player.sees)
        pad.players("Ana", "Bartholomew", "Cleo")
        for heads in (("3", "12", "0"), ("7", "0", "21")):
            pad.enter(**dict(zip(("Ana", "Bartholomew", "Cleo"), heads, strict=True)))
        yield Station("pad-game", player.page, player.page.reload)

    def _faults(self) -> Iterator[Station]:
        ana = self._ana
        yield self._open("no-such-page", ana, "/t/no-such-table")
        private = ana.does.open("invite", seats=2, name="Ana")
        page = ana.show(f"/t/{private}/house")
        page.locator("[name=spectators]").uncheck()
        page.locator("main form button").last.click()
        ana.does.look()
        ana.does.send("begin")
        yield self._open("private-table", Guest(self._browser, self._home, "Fay"), f"/t/{private}")
        yield self._open("old-device-link", ana, "/you/device/no-such-link")
        yield self._open(
            "old-friend-link", Guest(self._browser, self._home, "Fay"), "/you/friend/no-such-link"
        )
