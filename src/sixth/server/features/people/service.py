"""The people of a site: their browsers, names, devices, recovery codes and games, and their erasure."""

import asyncio
import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from sixth.rules.game import Impossible, NotNow, Refusal
from sixth.server.core.refusals import NotFound
from sixth.server.features.people.game_rows import GameRows
from sixth.server.features.people.penalties import bar_of, mute_of
from sixth.server.features.people.person import (
    MARKS,
    DeviceLink,
    NewBrowser,
    Opponent,
    Person,
    PersonBrowser,
    PersonGame,
    PersonTie,
    Shown,
    seat_id,
)
from sixth.server.features.people.rows import NameTakenError, PeopleRows, browser_name
from sixth.server.features.people.upkeep import Upkeep
from sixth.server.live.tables import Tables
from sixth.server.store.seat_rows import SeatTaker
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import clean_name, derive_id, hash_token, new_id

LINK_MS: Final = 10 * 60 * 1000
"""Milliseconds for which a link for another device is good."""

CODES: Final = 8
"""Recovery codes that a person has at a time."""

CODES_SHOWN_MS: Final = 15 * 60 * 1000
"""Milliseconds for which the browser that made recovery codes shows them."""

_MAX_OPPONENTS: Final = 10

_NOTE_MS: Final = 60 * 1000
"""Milliseconds between two notes that a browser is here."""

_MAX_NOTED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser with a person: its `person`, and its secret."""

    person: Person
    secret: str


class RecoveryCodes(NamedTuple):
    """The recovery codes of a person: when they were made (ms since 1970, 0 for never), how many are unused.

    `codes` are the codes themselves, for a short time and in the browser that made them; else ().
    """

    made_at: int
    unused: int
    codes: Sequence[str] = ()


class People:
    """The people of a site; those not seen for `forgotten_after` are erased, unless that is None."""

    def __init__(self, store: SqlStore, tables: Tables, forgotten_after: timedelta | None) -> None:
        self._rows, self._games, self._now = PeopleRows(store), GameRows(store), tables.now
        self._noted: dict[str, int] = {}
        self._upkeep = Upkeep(self._rows, self._games, store, tables, forgotten_after)

    def start(self) -> None:
        """Start the loop that reads results and erases names."""
        self._upkeep.start()

    async def close(self) -> None:
        """Stop the loop."""
        await self._upkeep.close()

    # -------------------------------------------------------------- who

    async def visitor(self, secret: str | None) -> Visitor | None:
        """Return the visitor with this secret; None if its browser has no person."""
        if secret is None:
            return None
        proof = hash_token(secret)
        person = await asyncio.to_thread(self._rows.of_browser, proof)
        return None if person is None else Visitor(person, secret)

    async def see(self, visitor: Visitor) -> None:
        """Note that a visitor is here now, once a minute."""
        proof, now = hash_token(visitor.secret), self._now()
        if now - self._noted.get(proof, 0) >= _NOTE_MS:
            if len(self._noted) >= _MAX_NOTED:
                self._noted.clear()
            self._noted[proof] = now
            await asyncio.to_thread(self._rows.see, proof, now)

    def seat_taker(self, secret: str, label: str) -> SeatTaker:
        """Return the browser with this secret as the taker of a seat."""
        return SeatTaker(hash_token(secret), label, self._now(), new_id(), secrets.randbelow(MARKS))

    def penalties(self, person: Person) -> Sequence[Refusal]:
        """Return what a host has done to a person that still holds."""
        return [each for of in (bar_of, mute_of) if (each := of(person, self._now()))]

    def check_not_barred(self, person: Person) -> None:
        """Check that a person may take a seat now.

        Raises:
            Forbidden: a host has barred them.
        """
        if bar := bar_of(person, self._now()):
            raise bar

    async def speaker(self, table_id: str, proof: str) -> str:
        """Return the person, by id, who has the seat with this hash of a token, or what stands for one.

        Raises:
            Forbidden: a host has muted them.
        """
        person = await asyncio.to_thread(self._rows.at_seat, table_id, proof)
        if person is not None and (mute := mute_of(person, self._now())):
            raise mute
        return person.id if person else seat_id(proof)

    async def shown(self, person_id: str, *, to_friend: bool) -> Person:
        """Return a person whose page is public, or for friends if it is shown `to_friend`.

        Raises:
            NotFound: there is none; the refusal does not say whether the page is hidden.
        """
        person = await asyncio.to_thread(self._rows.find, person_id)
        circles = ("friends", "public") if to_friend else ("public",)
        if person is None or not person.named or person.shown not in circles:
            raise NotFound("no-person", "Nobody shows a page at this address.")
        return person

    async def keep_name(self, person: Person, name: str, mark: int) -> str:
        """Have a person keep a name and a mark; return the name as it is shown.

        Raises:
            Refusal: the name cannot be shown, somebody else keeps one that looks the same, or the mark is
                unknown.
        """
        name = clean_name(name)
        if not 0 <= mark < MARKS:
            raise Impossible("no-mark", "There is no such shape.")
        try:
            await asyncio.to_thread(self._rows.keep_name, person.id, name, mark)
        except NameTakenError as error:
            raise NotNow("name-taken", "Somebody here already has that name; choose another.") from error
        return name

    async def show(self, person: Person, shown: Shown) -> None:
        """Set who may see the page of a person."""
        await asyncio.to_thread(self._rows.show, person.id, shown)

    async def browsers(self, person: Person) -> Sequence[PersonBrowser]:
        """Return the browsers of a person, the one that was here last first."""
        return await asyncio.to_thread(self._rows.browsers, person.id)

    def browser_name(self, visitor: Visitor) -> str:
        """Return the short name of the browser of a visitor."""
        return browser_name(hash_token(visitor.secret))

    async def end_browser(self, person: Person, name: str) -> None:
        """Sign out the browser with this short name."""
        await asyncio.to_thread(self._rows.end_browser, person.id, name)

    # -------------------------------------------------------------- another device

    async def make_link(self, visitor: Visitor) -> None:
        """Make a link that adds one device to a person who keeps a name.

        Raises:
            Refusal: the person keeps no name.
        """
        check_named(visitor.person)
        link = DeviceLink(visitor.person.id, new_id(), self._now() + LINK_MS, None)
        proof = hash_token(link_secret(visitor.secret, link.number))
        await asyncio.to_thread(self._rows.make_link, link, proof, self._now())

    async def own_link(self, visitor: Visitor) -> str | None:
        """Return the secret of the link that this browser has made, unless it is used or too old."""
        link = await self._link_of(visitor.person)
        if link is None or link.other_id is not None:
            return None
        secret = link_secret(visitor.secret, link.number)
        # Another browser of the person may have made it.
        row = await asyncio.to_thread(self._rows.link, hash_token(secret), self._now())
        return None if row is None else secret

    async def asking(self, person: Person) -> Person | None:
        """Return the other person who asks to merge with this person, None for nobody."""
        link = await self._link_of(person)
        return await self.find(link.other_id) if link and link.other_id else None

    async def _link_of(self, person: Person) -> DeviceLink | None:
        return await asyncio.to_thread(self._rows.link_of, person.id, self._now())

    async def end_link(self, person: Person) -> None:
        """End the link of a person, and the request made by it."""
        await asyncio.to_thread(self._rows.end_link, person.id)

    async def owner_of_link(self, link: str, visitor: Visitor | None) -> tuple[Person, bool]:
        """Return the person whose device a link adds, and whether a visitor asks to become that person.

        Raises:
            NotFound: the link is used, too old, or never was.
        """
        row = await asyncio.to_thread(self._rows.link, hash_token(link), self._now())
        person = await self.find(row.person_id) if row else None
        if row is None or person is None:
            raise _no_link()
        return person, visitor is not None and row.other_id == visitor.person.id

    async def use_link(self, link: str, visitor: Visitor | None, secret: str, label: str) -> Person | None:
        """Sign the browser of a visitor in, with a new `secret`, as the person of a link; return that person.

        A guest's seats and games come along. A visitor who keeps a name asks to merge with that person
        instead, which the person has to allow; then, and if they are that person already, return None.

        Raises:
            NotFound: the link is used, too old, or never was.
        """
        (owner, _), proof, now = await self.owner_of_link(link, visitor), hash_token(link), self._now()
        before = visitor.person if visitor else None
        if before is not None and before.id == owner.id:
            return None
        if before is not None and before.named:
            until = now + LINK_MS
            used = await asyncio.to_thread(self._rows.ask_to_merge, proof, before.id, until=until, now=now)
        else:
            browser = self.new_browser(secret, label)
            used = await asyncio.to_thread(self._rows.use_link, proof, browser, before)
        if not used:
            raise _no_link()
        return None if before is not None and before.named else owner

    async def merge(self, person: Person, other_id: str) -> None:
        """Merge another person, who has asked for it, into this person, whose name stays.

        Raises:
            NotFound: the other has not asked, or too long ago.
        """
        if not await asyncio.to_thread(self._rows.merge, person.id, other_id, self._now()):
            raise _no_link()

    async def find(self, person_id: str) -> Person | None:
        """Return a person, None where there is none."""
        return await asyncio.to_thread(self._rows.find, person_id)

    # -------------------------------------------------------------- recovery codes

    async def make_codes(self, visitor: Visitor) -> None:
        """Make new recovery codes for a person who keeps a name; the old ones are worth nothing then.

        Raises:
            Refusal: the person keeps no name.
        """
        check_named(visitor.person)
        now = self._now()
        proofs = [hash_token(code) for code in recovery_codes(visitor.secret, now)]
        await asyncio.to_thread(self._rows.replace_codes, visitor.person.id, proofs, now)

    async def codes(self, visitor: Visitor) -> RecoveryCodes:
        """Return the recovery codes of a person, as this browser may see them."""
        made_at, proofs = await asyncio.to_thread(self._rows.codes, visitor.person.id)
        if not made_at or self._now() - made_at > CODES_SHOWN_MS:
            return RecoveryCodes(made_at, len(proofs))
        own = [code for code in recovery_codes(visitor.secret, made_at) if hash_token(code) in proofs]
        return RecoveryCodes(made_at, len(proofs), own)

    async def use_code(self, code: str, visitor: Visitor | None, secret: str, label: str) -> None:
        """Sign the browser of a visitor in, with a new `secret`, as the person with this recovery code.

        Raises:
            Refusal: no person has that code, or the browser is that of somebody who keeps a name.
        """
        check_signed_out(visitor)
        before, browser = visitor.person if visitor else None, self.new_browser(secret, label)
        proof = hash_token(plain_code(code))
        if not await asyncio.to_thread(self._rows.use_code, proof, browser, before):
            raise NotFound("no-recovery", "No code like that is in use; each works once.")

    # -------------------------------------------------------------- games

    async def games(self, person: Person) -> Sequence[PersonGame]:
        """Return the results of a person, oldest first; a game is among them seconds after its end."""
        return await asyncio.to_thread(self._games.of_person, person.id)

    async def has_played_elsewhere(self, person: Person, table_id: str) -> bool:
        """Return whether a person has a result of a game that was not at this table."""
        return await asyncio.to_thread(self._games.has_played_elsewhere, person.id, table_id)

    async def names(self, person: Person) -> Mapping[str, int]:
        """Return the names that a person has had at tables, each with the number of results under it."""
        return await asyncio.to_thread(self._games.names, person.id)

    async def opponents(self, person: Person) -> Sequence[Opponent]:
        """Return the people with names whom a person has met most often."""
        return await asyncio.to_thread(self._games.opponents, person.id, _MAX_OPPONENTS)

    async def ties(self, person: Person) -> Sequence[PersonTie]:
        """Return the friends of a person and those whom they have blocked."""
        return await asyncio.to_thread(self._rows.ties, person.id)

    async def tables(self, person: Person) -> Collection[str]:
        """Return the tables where a person has had a seat, as long as their logs are there."""
        return await asyncio.to_thread(self._games.tables, person.id)

    async def erase(self, person: Person) -> None:
        """Delete all of a person. Their name in the logs of tables becomes `SOMEBODY` soon afterwards."""
        await asyncio.to_thread(self._rows.erase, person.id)
        self._upkeep.note_erasure()

    def new_browser(self, secret: str, label: str) -> NewBrowser:
        """Return a browser with this secret, to add to a person now."""
        return NewBrowser(hash_token(secret), label, self._now())


def link_secret(secret: str, number: str) -> str:
    """Return the secret of a link that follows from that of a browser: two names as `new_id` makes them."""
    return "-".join(derive_id(_derive(secret, f"link {number} {half}")) for half in range(2))


def recovery_codes(secret: str, made_at: int) -> Sequence[str]:
    """Return the recovery codes that a browser with this secret made at that time."""
    return [derive_id(_derive(secret, f"code {made_at} {number}")) for number in range(CODES)]


def plain_code(text: str) -> str:
    """Return a recovery code in its stored form, from a typed one."""
    return "".join(char for char in text.lower() if char.isalnum())


def _derive(secret: str, text: str) -> str:
    return hmac.digest(secret.encode(), text.encode(), "sha256").hex()


def check_named(person: Person) -> None:
    """Check that a person keeps a name.

    Raises:
        NotNow: they are a guest.
    """
    if not person.named:
        raise NotNow("no-name", "Choose a name first.")


def check_signed_out(visitor: Visitor | None) -> None:
    """Check that a browser has no person or is that of a guest.

    Raises:
        NotNow: it is that of a person who keeps a name.
    """
    if visitor is not None and visitor.person.named:
        raise NotNow("signed-in", "{name} is signed in here; sign out first.", name=visitor.person.name)


def _no_link() -> NotFound:
    return NotFound("no-link", "This link was used or is too old; make a new one on your other device.")
