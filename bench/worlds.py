"""A site with tables, games and bots as large as there can be, for what measures the dearest requests."""

import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from cases import DAY, DUPLICATE, HALL, MINE, TOKEN
from sqlalchemy import insert

import sixth.server.app  # noqa: F401 # a new database has the tables of all features
from sixth.bots import names as bot_names
from sixth.coach import review, review_to_json
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.rules.codec import dumps
from sixth.rules.deal import secret_from_seed
from sixth.rules.events import Event
from sixth.rules.game import legal
from sixth.rules.options import End, Rules
from sixth.rules.record import HUMAN, Record
from sixth.server.features.boards.tables import board_counts, daily_tries
from sixth.server.features.reviews.costs import cost_of
from sixth.server.features.reviews.rows import ReviewRows, Subject
from sixth.server.features.tournaments.rows import Changes, TournamentRows
from sixth.server.store.engine import in_folder
from sixth.server.store.sql import SqlStore
from sixth.server.table import events as at_table, gameplay
from sixth.server.table.bounds import MAX_EVENTS, MAX_GAME_EVENTS, max_rounds, round_events
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OwnEvent, Sat, TableEvent
from sixth.server.table.fold import fold, steps_with_due
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table, seats_of
from sixth.tournaments import events as tournament
from sixth.tournaments.events import TournamentEvent
from sixth.tournaments.plan import MAX_NAME_LENGTH, MAX_PLAYERS, Plan

_LISTED: Final = 60
_TRIES: Final = 10_000
_BOTS: Final = 200
_PLAYOUTS: Final = 64


@dataclass
class World:
    """A folder with such a site, and the options of a server over it."""

    folder: Path
    options: tuple[str, ...]
    streams: list[socket.socket] = field(default_factory=list)

    def fill(self, port: int) -> None:
        """Have two hundred bots from outside wait at a server over it, and ten people talk at a table."""
        for at in range(_BOTS):
            token = f"bot-{at}-".ljust(43, "-")
            body = {"name": f"{chr(0x4E00 + at)}bot{at}", "run_by": "é" * 24}
            _post(port, "/api/v1/outside", token, body, address=f"10.0.{at}.1")
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(_head("GET", "/api/v1/outside/events", token) + b"\r\n")
            self.streams.append(line)
        for seat in range(10):
            for number in range(5):
                said = {"kind": "text", "said": f"{number}" + "é&" * 99}
                _post(port, "/api/v1/tables/tenseats/say", _token(seat), said)
        _until_ready(port)


def _token(seat: int) -> str:
    return f"token-of-seat-{seat}".ljust(43, "-") if seat else TOKEN


def _head(method: str, path: str, token: str, address: str = "127.0.0.1") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}X-Forwarded-For: {address}\r\n".encode()


def _post(port: int, path: str, token: str, body: Mapping[str, Any], address: str = "127.0.0.1") -> None:
    sent = json.dumps(body).encode()
    head = _head("POST", path, token, address)
    with socket.create_connection(("127.0.0.1", port)) as line:
        kind = b"Content-Type: application/json\r\nConnection: close\r\n"
        line.sendall(head + kind + f"Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
        answer = line.recv(65_536)
    assert b" 20" in answer[:16], answer


def _until_ready(port: int) -> None:
    """Wait until no bot is made ready any more, which takes a processor for a while."""
    said = b""
    while b"Ready.\n" not in said:
        time.sleep(0.5)
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            said = b"".join(iter(partial(line.recv, 65_536), b""))


# ------------------------------------------------------------------ logs


def opening(table: str, rules: Rules, *, people: int = 1, listed: bool = False) -> list[TableEvent]:
    """Return how a table begins at which Eve has the first seat, others some more, and bots the rest."""
    sat = [
        Sat(seat, f"{seat}{'é' * 20}", HUMAN, hash_token(_token(seat)))
        if seat < people
        else Sat(seat, f"Bot {seat}", "careful", None)
        for seat in range(rules.seats)
    ]
    return [at_table.Opened(rules, secret_from_seed(table).hex(), TableConfig(listed=listed)), *sat]


def played(
    table: str, events: list[TableEvent], until: Callable[[Table], bool] = lambda _: False
) -> Iterator[TableEvent]:
    """Yield all that happens at a table at which game after game is played, until it is full or `until`."""
    yield from events
    rng, now = Random(table), fold(table, events)
    rules = now.rules
    room = MAX_EVENTS - round_events(rules)
    for number in count(1):
        if now.version > MAX_EVENTS - MAX_GAME_EVENTS:
            return
        began = at_table.Began(
            f"{table}-{number}", "2026-01-01T00:00:00+00:00", secret_from_seed(f"{table}{number}").hex()
        )
        done: tuple[TableEvent, ...] = (began,)
        while done:
            steps = steps_with_due(now, done)
            yield from (event for event, _ in steps)
            _, now = steps[-1]
            if until(now):
                return
            done = _next(now, rng) if not now.between_rounds or now.version <= room else ()


def _next(now: Table, rng: Random) -> tuple[TableEvent, ...]:
    state, done = now.state, gameplay.dealers_turn(now)
    if done or state is None or state.over:
        return done
    if now.between_rounds:
        return gameplay.deal_round(now)
    seat = next(seat for seat in state.to_act if state.chosen[seat] is None)
    return gameplay.act(now, seat, rng.choice(legal(state, seat)), round=state.round, turn=state.turn)


def longest() -> list[TableEvent]:
    """Return the log of a game that has as many rounds as there can be: of two people with one card each."""
    rules = Rules(2, hand=1, end=End("score", 10_000))
    table = "longest"
    endless = [*played(table, opening(table, rules, people=2))]
    state = fold(table, endless).state
    assert state is not None
    limit = max(state.totals)
    return [*played(table, opening(table, Rules(2, hand=1, end=End("score", limit)), people=2))]


def record_of(table: str, events: list[TableEvent]) -> Record:
    """Return the record of the first game of a table at which nobody comes or goes."""
    at = fold(table, [each for each in events if isinstance(each, OwnEvent)])
    first = next(at for at, each in enumerate(events) if isinstance(each, at_table.Began))
    began = events[first]
    assert isinstance(began, at_table.Began)
    game: list[Event] = []
    for each in events[first + 1 :]:
        if isinstance(each, at_table.Began):
            break
        if not isinstance(each, OwnEvent):
            game.append(each)
    return Record(began.game, at.rules, seats_of(at.sitters), began.started, tuple(game))


def build(folder: Path) -> World:
    """Write such a site into a folder."""
    folder.mkdir()
    store = SqlStore(in_folder(folder))
    wide = Rules(10, end=End("rounds", max_rounds(Rules(10))))
    logs: dict[str, list[TableEvent]] = {
        "fullest": [*played("fullest", opening("fullest", Rules(10)))],
        "longest": longest(),
        "wide": [*played("wide", opening("wide", wide, people=10), until=lambda now: now.games > 1)][:-1],
        "tenseats": [
            *played("tenseats", opening("tenseats", Rules(10), people=10), until=_late),
        ],
        "gathering": opening("gathering", Rules(10), people=10, listed=True)[:-1],
    }
    for name in MINE:
        logs[name] = [*played(name, opening(name, Rules(10), people=10), until=lambda now: now.version > 60)]
    open_tables = [f"listed{at}" for at in range(_LISTED)]
    for name in open_tables:
        logs[name] = opening(name, Rules(10), people=9, listed=True)[:-1]
    for name, events in logs.items():
        store.append(name, 0, events)
    for name in (*open_tables, "gathering"):
        store.directory.list(name)
    _coach(store, record_of("wide", logs["wide"]))
    rows = [
        {"table_id": f"try{at}", "day": DAY, "network": str(at), "counted": True, "heads": at % 120}
        for at in range(_TRIES)
    ]
    with store.engine.begin() as connection:
        connection.execute(insert(daily_tries), rows)
        counts = [{"subject": DAY, "heads": heads, "players": _TRIES // 120} for heads in range(120)]
        connection.execute(insert(board_counts), counts)
    TournamentRows(store).create(HALL, "00" * 32, hall(), Changes(store.now()))
    TournamentRows(store).create(DUPLICATE, "00" * 32, duplicate(), Changes(store.now()))
    store.close()
    ladder = folder / "ladder.json"
    ladder.write_text(json.dumps(_ladder()))
    options = ("--outside-bots", "--metrics", "--ladder", str(ladder))
    return World(folder, options)


def hall() -> list[TournamentEvent]:
    """Return the log of a tournament of as many people as there can be, amid its second round."""
    plan = Plan(name="é" * MAX_NAME_LENGTH, rules=Rules(4), place="hall")
    players = [f"player{at}" for at in range(MAX_PLAYERS)]
    time_of_day = "2026-01-01T20:00:00+00:00"
    events: list[TournamentEvent] = [tournament.Opened(plan, "00" * 16, hash_token(TOKEN), time_of_day)]
    events += [tournament.Joined(each, f"{each}{'é' * 12}", hash_token(each)) for each in players]
    for round in (1, 2):
        order = players[round:] + players[:round]
        tables = tuple(tuple(order[at : at + 4]) for at in range(0, len(order), 4))
        events += [tournament.Drawn(round, tables), tournament.Began(round, time_of_day)]
        done = len(tables) // round
        heads = ((at, (66, at % 60, 7, 12)) for at in range(1, done + 1))
        events += [tournament.Reported(round, at, each, tournament.HOST) for at, each in heads]
    return events


def duplicate() -> list[TournamentEvent]:
    """Return the log of a duplicate of as many people, whose tables all had the widest game."""
    began = next(each for each in hall() if isinstance(each, tournament.Began))
    opened, *others = [each for each in hall() if not isinstance(each, tournament.Reported)]
    assert isinstance(opened, tournament.Opened)
    plan = replace(opened.plan, place="online", duplicate=True)
    events = [replace(opened, plan=plan), *others[: others.index(began) + 1]]
    tables = range(1, MAX_PLAYERS // 4 + 1)
    return [
        *events,
        *(tournament.Reported(1, at, (66, 3, 7, 12), tournament.GAME, "wide-1") for at in tables),
    ]


def _late(now: Table) -> bool:
    """Whether the last turn but one of the first round is being chosen."""
    return now.state is not None and now.state.turn == 9 and now.version > 0


def _coach(store: SqlStore, record: Record) -> None:
    subject = Subject(record.game, 0, f"{FORMAT}.{VERSION}")
    ReviewRows(store).ask(subject, "wide", "", 0, most=10, share=10)
    with suppress(ModuleNotFoundError):
        made = review(record, 0, playouts=_PLAYOUTS)
        ReviewRows(store).keep(subject, dumps(review_to_json(made)), cost_of(made))


def _ladder() -> dict[str, Any]:
    bots = [
        {"bot": name, "heads": 5.0, "heads_ci": [4.9, 5.1], "win": 0.1, "rating": 1500.0, "rounds": 10_000}
        for name in bot_names
    ]
    differences = [
        {"of": [at, other], "heads": 0.5, "clear": True} for at in range(len(bots)) for other in range(at)
    ]
    about = {"game": "classic", "seats": 4, "rounds": 10_000, "deals": 100, "unit": "round"}
    return {**about, "bots": bots, "differences": differences, "rules": {"goal": "fewest"}}
