"""The tables of the next round, in every form."""

from collections.abc import Sequence

from sixth.rules.game import NotNow
from sixth.tournaments.events import Player, Tables
from sixth.tournaments.plan import LEAST_AT_TABLE, Plan
from sixth.tournaments.scores.totals import totals
from sixth.tournaments.seating import History, seat, table_sizes
from sixth.tournaments.standings import order
from sixth.tournaments.state import Round, Tournament


def has_next_round(tournament: Tournament) -> bool:
    """Return whether the plan has a round after those that have begun."""
    plan, begun = tournament.plan, len(tournament.begun)
    if begun < plan.rounds:
        return True
    return _has_knock_out(plan) and (tournament.current is None or tournament.current.stage != "final")


def is_knock_out_next(tournament: Tournament) -> bool:
    """Return whether the next round belongs to the knock-out."""
    return len(tournament.begun) >= tournament.plan.rounds


def depends_on_results(tournament: Tournament) -> bool:
    """Return whether the next round's tables depend on the results of the rounds before."""
    return bool(tournament.begun) and (tournament.plan.seating != "lot" or is_knock_out_next(tournament))


def next_players(tournament: Tournament) -> tuple[Player, ...]:
    """Return those who play in the next round: all who are there, or who go on in the knock-out."""
    players, plan, current = tournament.players, tournament.plan, tournament.current
    if not is_knock_out_next(tournament) or current is None:
        return tournament.active
    if current.stage == "rounds":
        there = [player for player in order(tournament) if players[player].active]
        return tuple(there[: plan.cut])
    return _going_on(tournament, current)


def draw(tournament: Tournament, seed: str) -> Tables:
    """Return tables for the next round; other seeds give others, unless results decide them.

    Raises:
        NotNow: too few people are there.
    """
    players, plan = next_players(tournament), tournament.plan
    if len(players) < LEAST_AT_TABLE:
        raise NotNow(
            "too-few-players",
            "A round needs at least {least} players; {count} would play now.",
            least=LEAST_AT_TABLE,
            count=len(players),
        )
    teams = {player: tournament.players[player].team for player in players} if plan.team_size else None
    sizes = _sizes(tournament, players)
    history = _history(tournament)
    if plan.seating == "league" and tournament.begun and not is_knock_out_next(tournament):
        return _by_ladder(tournament, players, sizes, history, seed)
    groups = None
    if plan.seating == "swiss" and tournament.begun and not is_knock_out_next(tournament):
        sums = totals(plan, tournament.begun)
        groups = {each: float(sums[each].points) if each in sums else 0.0 for each in players}
    ahead = 0 if is_knock_out_next(tournament) else plan.rounds - tournament.next_number
    return seat(players, history, sizes, seed=seed, groups=groups, teams=teams, ahead=ahead)


def _has_knock_out(plan: Plan) -> bool:
    return plan.cut > 0 or plan.rounds == 0


def _history(tournament: Tournament) -> History:
    return History.of([each.tables for each in tournament.begun])


def _sizes(tournament: Tournament, players: Sequence[Player]) -> tuple[int, ...]:
    """Return the sizes of tables, smaller ones if the members of a team would have to sit together else.

    Raises:
        NotNow: they would have to all the same, in the first round.
    """
    usual = tournament.plan.rules.seats
    largest = 0
    if tournament.plan.team_size:
        teams = [tournament.players[player].team for player in players]
        largest = max(teams.count(team) for team in set(teams))
    for preferred in range(usual, LEAST_AT_TABLE - 1, -1):
        sizes = table_sizes(len(players), preferred)
        if len(sizes) >= largest:
            return sizes
    if not tournament.begun:
        raise NotNow(
            "teams-too-large",
            "Teams of {size} sit apart at {size} tables, for which at least {least} players are needed;"
            " {count} are there.",
            size=largest,
            least=largest * LEAST_AT_TABLE,
            count=len(players),
        )
    return table_sizes(len(players), usual)


def _by_ladder(
    tournament: Tournament, players: Sequence[Player], sizes: Sequence[int], history: History, seed: str
) -> Tables:
    """Return the tables of a league, the top one first; newcomers begin at the bottom."""
    there = set(players)
    order_now = [player for player in order(tournament) if player in there]
    tables: list[tuple[Player, ...]] = []
    for size in sizes:
        table, order_now = order_now[:size], order_now[size:]
        tables += seat(table, history, [size], seed=f"{seed} {len(tables)}")
    return tuple(tables)


def _going_on(tournament: Tournament, last: Round) -> tuple[Player, ...]:
    """Return who goes on after a round of the knock-out: the first of each table and the best of the others.

    As many of the others go on as fill tables of the usual size, if that leaves fewer than there were.
    """
    plan, players = tournament.plan, tournament.players
    standing = {player: at for at, player in enumerate(order(tournament))}
    first: list[Player] = []
    for table in last.tables:
        # At one table the order of the round is that of the heads.
        ranked = sorted(table, key=standing.__getitem__)
        first += ranked[: plan.go_on]
    usual, there = plan.rules.seats, sum(map(len, last.tables))
    count = -(-len(first) // usual) * usual
    if count >= there:
        count = max(len(first), LEAST_AT_TABLE)
    others = sorted(
        {player for table in last.tables for player in table}.difference(first), key=standing.__getitem__
    )
    candidates = [player for player in (*first, *others) if players[player].active]
    return tuple(candidates[:count])
