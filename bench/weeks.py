"""Whether a site keeps what its people did, over weeks and kills. `python bench/weeks.py`.

    python bench/weeks.py [--days 14] [--people 8] [--database sqlite|postgresql] [--processes 1] [--seed 1]

A club meets every evening, as browsers without scripts at real servers whose clock goes on by a day after
each. They play rated and other games, in the middle of which a server is killed; they keep names, add and
lose devices, come back by recovery codes, become friends, and delete everything. After each of these a server
is killed as well. Every week it is checked that

- all games that were played to the end are on the pages of their people, and all friends are friends;
- the places of rated games and all ratings are what an own program, below, finds in the logs and rows;
- no name of a person who has deleted everything is anywhere in the database;
- `sixth db check` and `sixth db ratings --again` find nothing wrong.

The first that is not ends the run with an error. Printed is a line of JSON a week.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import MetaData, create_engine, select

sys.path.insert(0, str(Path(__file__).parents[1]))

from sixth.server.store.engine import normalize_url
from tests import referee
from tests.server.ops.test_faults import BACK
from tests.server.support import serving
from tests.server.support.hosting import until
from tests.server.support.parties import Party, person_anywhere
from tests.server.support.playing import Person
from tests.server.support.postgres import postgres
from tests.server.support.serving import Server

SHORT: Final = ("kids", "halves")
"""Named games that are over soon."""

DAY_S: Final = 24 * 3600

Rows = dict[str, list[Any]]
"""The rows of each table of a database."""


@dataclass
class Member:
    """A person of the club: the browser in use, and what must be on their page."""

    name: str
    browser: Person
    codes: list[str] = field(default_factory=list)
    games: set[str] = field(default_factory=set)
    friends: set[str] = field(default_factory=set)

    def own_lines(self) -> list[dict[str, Any]]:
        """Return the lines of the file that the page offers."""
        return [*map(json.loads, self.browser.client.get("/you/export.jsonl").text.splitlines())]


class Club:
    """The people, the servers that they play at, and the kills."""

    def __init__(self, servers: list[Server], stack: ExitStack, people: int, seed: int) -> None:
        self._servers, self._stack, self.rng = servers, stack, Random(seed)
        self.did: Counter[str] = Counter()
        self.gone: list[str] = []
        self.members = [self._join() for _ in range(people)]

    def evening(self) -> None:
        """Play at some tables at the same time, and let some members do something else afterwards."""
        people = self.rng.sample(self.members, len(self.members))
        parties = []
        while people:
            size = min(len(people), self.rng.choice((1, 2, 2, 3)))
            company, people = people[:size], people[size:]
            parties.append((company, self._sit_down(company)))
        with ThreadPoolExecutor(len(parties)) as threads:
            playing = [threads.submit(party.play, self.rng.randrange(2**32)) for _, party in parties]
            time.sleep(self.rng.uniform(0, 1))
            self._kill()
            for each in playing:
                each.result()
        for company, party in parties:
            html = party.people[0].look().html
            game = re.search(r"/games/([\w-]+)\.sixth\.jsonl", html)
            assert game is not None, html
            for member in company:
                member.games.add(game[1])
            self.did["games"] += 1
        for act in self.rng.sample((self._add_device, self._lose_devices, self._befriend, self._delete), 2):
            act(*self.rng.sample(self.members, 2))
            self.did[act.__name__.strip("_")] += 1
            self._kill()

    def _sit_down(self, company: list[Member]) -> Party:
        rated = self.rng.random() < 0.6
        host, *others = [member.browser for member in company]
        host.go("/")
        # The page remembers the last choice.
        host.page.forms["/tables"].fields.pop("rated", None)
        options = {"pace": "calm", "rated": "true"} if rated else {"pace": "none"}
        options |= {
            "game": self.rng.choice(SHORT),
            "seats": str(max(2, len(company) + self.rng.randint(0, 1))),
        }
        host.send("/tables", "invite", may_be_late=False, bots="careful", name=company[0].name, **options)
        for member, person in zip(company[1:], others, strict=True):
            person.join(host.table, name=member.name)
            if rated:
                person.send("ready")
        host.look()
        host.send("begin")
        return Party([host, *others], set(), Event())

    def _join(self) -> Member:
        self.did["names"] += 1
        name = f"{self.rng.choice(('Bo', 'Cleo', 'Dana', 'Emil'))} {self.did['names']:03}"
        member = Member(name, self._browser())
        member.browser.open("play", game=SHORT[0], seats=2, bots="random", name=name)
        member.browser.go("/you")
        member.browser.send("/you/name", name=name)
        member.browser.send("/you/codes")
        member.codes = re.findall(r"<li><code>([a-z0-9-]+)</code>", member.browser.page.html)
        assert len(member.codes) == 8
        return member

    def _browser(self) -> Person:
        return person_anywhere(self._servers, self._stack, self.rng.randrange(2**16), set())

    def _add_device(self, member: Member, _other: Member) -> None:
        member.browser.go("/you")
        member.browser.send("/you/link")
        link = re.search(r"/you/device/[a-z0-9-]+", member.browser.page.html)
        assert link is not None
        new = self._browser()
        new.go(link[0])
        new.send(link[0])
        member.browser = new

    def _lose_devices(self, member: Member, _other: Member) -> None:
        if not member.codes:
            return
        member.browser = self._browser()
        member.browser.client.post("/you/code", data={"code": member.codes.pop()})

    def _befriend(self, one: Member, other: Member) -> None:
        if other.name in one.friends:
            return
        one.browser.go("/you")
        one.browser.send("/you/friends/link")
        link = re.search(r"/you/friend/[a-z0-9-]+", one.browser.page.html)
        assert link is not None
        other.browser.go(link[0])
        other.browser.send(link[0])
        one.friends.add(other.name)
        other.friends.add(one.name)

    def _delete(self, member: Member, _other: Member) -> None:
        member.browser.client.post("/you/erase", data={"sure": "true"})
        self.gone.append(member.name)
        self.members.remove(member)
        for each in self.members:
            each.friends.discard(member.name)
        self.members.append(self._join())

    def _kill(self) -> None:
        server = self.rng.choice(self._servers)
        server.kill()
        server.restart()
        self.did["kills"] += 1

    def check(self, url: str) -> None:
        """Check all that the club has done against the site and its database."""
        for member in self.members:
            until(lambda: self._is_complete(member), f"the page of {member.name} had all games and friends")  # noqa: B023
        until(lambda: not self._names_left(url), "names of people who have gone were deleted")
        rows = rows_in(url)
        compare_places(rows, self.members[0].browser)
        compare_ratings(rows)
        for words in (("check",), ("ratings", "--again")):
            command = [sys.executable, "-m", "sixth", "db", *words, "--database", url]
            subprocess.run(command, check=True, capture_output=True)

    def _is_complete(self, member: Member) -> bool:
        lines = member.own_lines()
        games = {line["game_id"] for line in lines if line["kind"] == "game"}
        friends = {line["name"] for line in lines if line["kind"] == "friend"}
        return member.games <= games and member.friends == friends

    def _names_left(self, url: str) -> list[str]:
        text = repr(rows_in(url))
        return [name for name in self.gone if name in text]


# ------------------------------------------------------------------ the own program


def rows_in(url: str) -> Rows:
    """Return all that a database holds."""
    engine, there = create_engine(normalize_url(url)), MetaData()
    there.reflect(engine)
    with engine.connect() as connection:
        rows = {name: [*connection.execute(select(table))] for name, table in there.tables.items()}
    engine.dispose()
    return rows


def compare_places(rows: Rows, browser: Person) -> None:
    """Compare the places of each rated game with its log, and its totals by the referee of the tests."""
    table_of = {row.game_id: row.table_id for row in rows["games"]}
    for game in rows["rated_games"]:
        log = sorted((row for row in rows["log"] if row.table_id == table_of[game.game_id]), key=version_of)
        left: set[int] = set()
        ours = False
        for event in (json.loads(row.happening) for row in log):
            if event["event"] == "began":
                ours, left = event["game"] == game.game_id, set()
            elif ours and event["event"] == "stood-in":
                left.add(event["seat"])
            elif ours and event["event"] == "returned":
                left.discard(event["seat"])
            elif ours and event["event"] == "game_ended":
                break
        record = browser.client.get(f"/t/{table_of[game.game_id]}/games/{game.game_id}.sixth.jsonl").text
        (verdict,) = referee.check(record.splitlines())
        sign = -1 if verdict.rules["goal"] == "most" else 1
        ranks = [
            (seat in left, 0 if seat in left else sign * heads) for seat, heads in enumerate(verdict.totals)
        ]
        places = [1 + sum(other < own for other in ranks) for own in ranks]
        assert [player["place"] for player in json.loads(game.players)] == places, (game, ranks)


def version_of(row: Any) -> int:
    """Return the version of a row of the log."""
    return int(row.version)


def compare_ratings(rows: Rows) -> None:
    """Compare all ratings with those that follow from the rated games by docs/ratings.md."""
    bots = Path(__file__).parents[1] / "src/sixth/server/features/ratings/bots.json"
    fixed, model = json.loads(bots.read_text())["pools"], PlackettLuce()
    ratings: dict[tuple[str, str], tuple[float, float, int]] = {}
    for game in sorted(rows["rated_games"], key=lambda row: (row.ended_at, row.game_id)):
        players = [
            each
            for each in json.loads(game.players)
            if "person" in each or each.get("bot") in fixed[game.pool]
        ]
        for kind in (game.pool, game.game):
            teams = []
            for each in players:
                usual = (model.mu, model.sigma, 0)
                known = (
                    ratings.get((each["person"], kind), usual)
                    if "person" in each
                    else (fixed[game.pool][each["bot"]])
                )
                teams.append([model.rating(mu=known[0], sigma=known[1])])
            after = model.rate(teams, ranks=[float(each["place"]) for each in players])
            for each, (new,) in zip(players, after, strict=True):
                if "person" in each:
                    key = each["person"], kind
                    ratings[key] = new.mu, new.sigma, ratings.get(key, (0, 0, 0))[2] + 1
    ours = ratings
    theirs = {(row.alias, row.pool): (row.mu, row.sigma, row.games) for row in rows["person_ratings"]}
    assert theirs.keys() == ours.keys()
    for key, (mu, sigma, games) in theirs.items():
        assert games == ours[key][2], key
        assert abs(mu - ours[key][0]) + abs(sigma - ours[key][1]) < 1e-9, key


def main() -> None:
    """Meet on so many evenings, and check each week."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.processes > 1 and given.database == "sqlite":
        parser.error("several processes need --database postgresql")
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="sixth-weeks-")))
        back = folder / "back"
        back.write_text("0")
        database = stack.enter_context(postgres()) if given.database == "postgresql" else None
        url = database.make() if database else f"sqlite:///{folder}/sixth.sqlite3"
        servers = []
        for number in range(given.processes):
            server = Server(folder / f"{number}", database=url, first=BACK.format(file=str(back)))
            stack.callback(end, server)
            servers.append(server)
        club = Club(servers, stack, given.people, given.seed)
        for day in range(1, given.days + 1):
            club.evening()
            if day % 7 == 0 or day == given.days:
                club.check(url)
                seconds = round(time.monotonic() - began)
                print(json.dumps({"day": day, **club.did, "seconds": seconds}), flush=True)
            (folder / "new").write_text(str(-day * DAY_S))
            (folder / "new").replace(back)


def end(server: Server) -> None:
    """Kill a server that still runs."""
    if server.process.poll() is None:
        server.kill()


if __name__ == "__main__":
    serving.PATIENCE = 120.0
    main()
