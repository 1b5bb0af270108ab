"""Whatever people send in whatever order, a tournament stays one that can be read again."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from sixth.rules.game import Refusal
from sixth.tournaments.codec import dumps, loads
from sixth.tournaments.commands import (
    Begin,
    Change,
    Confirm,
    Context,
    Draw,
    End,
    Enter,
    Join,
    Judge,
    Leave,
    Rename,
    Report,
    Return,
    Strike,
    Swap,
    TournamentCommand,
    Undo,
)
from sixth.tournaments.consistency import misfit
from sixth.tournaments.decide import decide
from sixth.tournaments.events import Drawn, Undone
from sixth.tournaments.file import read, text
from sixth.tournaments.fold import evolve, fold
from sixth.tournaments.pairing import depends_on_results, has_next_round, next_players
from sixth.tournaments.public import public_json
from sixth.tournaments.seating import table_sizes
from sixth.tournaments.standings import order, standings
from sixth.tournaments.state import Tournament
from tests.tournaments.evenings import AT, HOST, SITE, Evening, drawn_heads, names, player

# Few rounds, as the search of tables looks at all that are to come.
FORMS: tuple[dict[str, Any], ...] = (
    {"rounds": 2},
    {"seating": "swiss", "rounds": 3},
    {"seating": "league", "rounds": 3},
    {"rounds": 2, "cut": 8},
    {"rounds": 0, "go_on": 2},
    {"team_size": 3, "rounds": 2},
    {"place": "online", "duplicate": True, "outside": True, "rounds": 2},
    {"place": "online", "order": ("choices", "heads", "lot"), "rounds": 2},
)


def some_command(now: Tournament, rng: Random) -> tuple[TournamentCommand, Context]:
    """Return a command that somebody may send, most often one that goes on."""
    who = rng.choice([*now.players, "nobody"])
    team = rng.choice(["Red", "Blue", "Green"]) if now.plan.team_size else ""
    new = f"N{now.version}"
    round = now.current
    if now.unjudged and rng.random() < 0.4:
        number, table = rng.choice(now.unjudged)
        seats = len(now.rounds[number - 1].tables[table - 1])
        costs = tuple([rng.choice([None, -0.25, 0.0, 1.5]) for _ in range(seats)])
        return Judge(number, table, costs, rng.choice([(), (0,)])), rng.choice([HOST, SITE, SITE])
    if round is not None and round.missing and rng.random() < 0.6:
        table = rng.choice(round.missing)
        heads = drawn_heads(rng, len(round.tables[table - 1]))
        if now.plan.place == "online":
            return Report(round.number, table, heads, game=new), SITE
        sender = rng.choice([HOST, *map(player, round.tables[table - 1])])
        result = round.results.get(table)
        if result is not None and rng.random() < 0.7:
            same = Report(round.number, table, result.heads)
            return (same if rng.random() < 0.5 else Confirm(round.number, table)), sender
        return Report(round.number, table, heads), sender
    number, table = rng.randrange(4), rng.randrange(4)
    choices: list[tuple[TournamentCommand, Context]] = [
        *[(Begin(sure=rng.random() < 0.2), HOST)] * 3,
        (Begin(), SITE),
        (Draw(), HOST),
        (Swap(who, rng.choice([*now.players, "nobody"])), HOST),
        (Join(new, team), player(new)),
        (Join(rng.choice(["Ana", new]), team), player(rng.choice(["P000", "P001", "nobody"]))),
        (Enter(f"G{new}", team), replace(HOST, new_player=f"G{new}")),
        (Rename(who, f"R{new}", team), HOST),
        (Leave(), player(who)),
        (Leave(who), HOST),
        (Return(), player(who)),
        (Return(who), HOST),
        (Strike(number, table), HOST),
        (Report(number, table, drawn_heads(rng, 4)), HOST),
        (Change(replace(now.plan, rounds=rng.randrange(4), cut=rng.choice([0, 4, 8]))), HOST),
        (Undo(), HOST),
        (End(), HOST if rng.random() < 0.1 else player(who)),
    ]
    return rng.choice(choices)


def draw_at_random(evening: Evening, rng: Random) -> None:
    """Draw the next round without a search, which takes its time, most often where it can be drawn."""
    now = evening.now
    players = list(next_players(now))
    waits = depends_on_results(now) and not (now.current and now.current.is_complete)
    if (
        now.drawn
        or now.ended_at
        or waits
        or not has_next_round(now)
        or len(players) < 3
        or rng.random() < 0.1
    ):
        return
    rng.shuffle(players)
    tables = []
    for size in table_sizes(len(players)):
        tables.append(tuple(players[:size]))
        del players[:size]
    evening.add(Drawn(now.next_number, tuple(tables)))


def check_valid(now: Tournament) -> None:
    """Check what holds for a tournament at any time."""
    for round in now.rounds:
        seated = [each for table in round.tables for each in table]
        assert len(seated) == len(set(seated))
        assert set(seated) <= set(now.players)
        assert all(3 <= len(table) <= 6 for table in round.tables)
        for number, result in round.results.items():
            assert len(result.heads) == len(round.tables[number - 1])
            assert round.began_at
    assert all(each.began_at for each in now.rounds[:-1])
    assert [each.number for each in now.rounds] == list(range(1, len(now.rounds) + 1))
    assert sorted(order(now)) == sorted(now.players)
    public = str(public_json(now))
    assert now.seed not in public
    assert "host-proof" not in public


@settings(max_examples=40)
@given(st.sampled_from(FORMS), st.integers(0, 2**32), st.integers(1, 14))
def test_any_commands_leave_a_tournament_that_is_the_fold_of_its_log(
    form: dict[str, Any], seed: int, people: int
) -> None:
    rng = Random(seed)
    evening = Evening(seed="the-secret-seed", **form)
    for name in names(people):
        team = rng.choice(["Red", "Blue", "Green", "White"]) if form.get("team_size") else ""
        try:
            evening.send(Join(name, team), player(name))
        except Refusal:
            continue
    for _ in range(60):
        command, sender = some_command(evening.now, rng)
        if isinstance(command, Begin):
            draw_at_random(evening, rng)
        before = evening.now
        try:
            events = decide(before, command, sender)
        except Refusal:
            continue
        for event in events:
            if not isinstance(event, Undone):
                assert misfit(evening.now, event) is None, (event, misfit(evening.now, event))
            assert loads(dumps(event)) == event
            evening.log.append(event)
            evening.now = evolve(evening.now, event)
        if isinstance(command, Report | Confirm | Join | Rename) and events:
            # The same again changes nothing.
            assert decide(evening.now, command, sender) == () or isinstance(command, Confirm)
    check_valid(evening.now)
    assert fold(evening.log) == evening.now
    again = read(text(evening.log).splitlines()).tournament
    assert [each.heads for each in standings(again)] == [each.heads for each in standings(evening.now)]
    assert again.rounds == evening.now.rounds


@settings(max_examples=40)
@given(st.sampled_from(FORMS), st.integers(0, 2**32), st.integers(3, 14))
def test_undo_gives_back_the_state_before(form: dict[str, Any], seed: int, people: int) -> None:
    rng = Random(seed)
    evening = Evening(*(() if form.get("team_size") else names(people)), **form)
    for number in range(people if form.get("team_size") else 0):
        evening.send(Join(f"P{number}", f"T{number}"), player(f"P{number}"))
    host = replace(HOST, at=AT)
    for _ in range(40):
        command, sender = some_command(evening.now, rng)
        if isinstance(command, Undo | Draw):
            continue
        if isinstance(command, Begin):
            draw_at_random(evening, rng)
        before = evening.now
        try:
            events = evening.send(command, replace(host, new_player="guest") if sender == host else sender)
        except Refusal:
            continue
        if sender.host and events:
            after = evening.now
            for _event in events:
                try:
                    after = evolve(after, *decide(after, Undo(), host))
                except Refusal:
                    assert isinstance(command, Begin), command
                    break
            else:
                assert replace(after, version=before.version) == before
