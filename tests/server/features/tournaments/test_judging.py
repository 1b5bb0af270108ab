"""Where own choices decide, games are judged beside the rounds, also after a restart."""

import asyncio
from pathlib import Path

import sixth
from sixth.coach.judgement import own_cost
from sixth.rules.events import Revealed
from sixth.rules.options import End
from sixth.rules.record import Record
from sixth.server.live.archive import EndedGame, Games
from sixth.server.site import Site
from sixth.server.table.events import StoodIn
from sixth.tournaments.commands import Report
from sixth.tournaments.judging import OwnPositions, own_positions
from sixth.tournaments.standings import standings
from sixth.tournaments.state import Tournament
from tests.server.features.tournaments.evenings import HOST, RULES, begun, of, play_round, running, settled
from tests.server.support.hosting import prepare
from tests.server.support.logs import whole

RULES3 = RULES.replace(seats=3)
ORDER = ("choices", "heads", "lot")


async def judged(site: Site, code: str) -> Tournament:
    while (tournament := await of(site).get(code)).unjudged:
        await of(site).once()
    return tournament


def record_of(game: EndedGame) -> Record:
    return game.record


def test_a_game_that_was_to_be_judged_is_judged_after_a_restart(tmp_path: Path) -> None:
    database = prepare(tmp_path)

    async def evening() -> str:
        async with running(database) as site:
            code, senders = await begun(site, people=3, order=ORDER, pause_seconds=60)
            await of(site).close()
            await play_round(site, code, senders)
            of(site).note_end()
            # The process ends after the result is entered, and before its choices are judged.
            await of(site)._game_ends.catch_up()
            await of(site)._rounds.report_ends()
            tournament = await of(site).get(code)
            assert tournament.unjudged == ((1, 1),)
            assert tournament.drawn is None
            return code

    async def morning(code: str) -> None:
        async with running(database) as site:
            tournament = await judged(site, code)
            result = tournament.rounds[0].results[1]
            assert tournament.drawn is not None
            game = await site.tables.archive.get(tournament.rounds[0].played[1])
            record = await site.tables.archive.do(record_of, game)
            assert result.costs == tuple(own_cost(record, seat) for seat in range(3))
            assert [each.choices for each in standings(tournament)] == sorted(
                each.choices for each in standings(tournament)
            )
            version = tournament.version
            await settled(site)
            assert (await of(site).get(code)).version == version
            # A result that the host corrects is judged anew.
            await of(site).send(code, HOST, Report(1, 1, (1, 2, 3), sure=True))
            again = (await judged(site, code)).rounds[0].results[1]
            assert (again.heads, again.costs) == ((1, 2, 3), result.costs)

    asyncio.run(morning(asyncio.run(evening())))


def test_a_duplicate_is_judged_once_all_have_played_its_deals(tmp_path: Path) -> None:
    database = prepare(tmp_path)

    async def evening() -> None:
        async with running(database) as site:
            await of(site).close()
            code, senders = await begun(site, people=6, rules=RULES3, order=ORDER, duplicate=True)
            await play_round(site, code, senders, tables=1)
            await settled(site)
            assert len((await of(site).get(code)).unjudged) == 1
            await play_round(site, code, senders)
            await settled(site)
            results = (await judged(site, code)).rounds[0].results
            assert all(cost is not None for each in results.values() for cost in each.costs)

    asyncio.run(evening())


def test_only_own_choices_are_judged_and_a_seat_that_bots_played_for_the_most_part_is_not() -> None:
    rules = sixth.games["classic"].replace(seats=3, hand=5, end=End("rounds", 1))
    log = whole(rules, seed=2)
    ends = [at for at, event in enumerate(log) if isinstance(event, Revealed)]

    def of_first(away_for: int) -> OwnPositions | None:
        """Return what is judged of the first seat, for which a bot chose in the last turns."""
        at = ends[-1 - away_for] + 1
        left = (*log[:at], StoodIn(0, "Ada", "careful", "left"), *log[at:])
        game = Games(lambda _table: left if away_for else log).ended("table", "game-1")
        assert game is not None
        first, second, _third = own_positions(game.record, game.by_stand_ins)
        assert second is not None
        assert second.weight == 1
        return first

    every = of_first(0)
    assert every is not None
    count = len(every.rounds[0])
    assert count >= 4
    # The last card is no choice.
    for away in (1, 2, 3):
        own = of_first(away)
        assert own is not None
        assert list(own.rounds[0]) == list(every.rounds[0][: len(own.rounds[0])])
        assert own.weight == count / len(own.rounds[0])
        assert 2 * len(own.rounds[0]) >= count
    assert of_first(4) is None
