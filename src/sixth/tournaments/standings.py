"""The standings: the order of all players after any round, and the reason of each place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sixth.tournaments.events import Player
from sixth.tournaments.plan import Criterion, Plan
from sixth.tournaments.scores.ladder import ladder
from sixth.tournaments.scores.points import POINT
from sixth.tournaments.scores.ranking import Measure, Ranked, Reason, Value, Who, direct, fixed, rank
from sixth.tournaments.scores.totals import CENT, Total, totals
from sixth.tournaments.state import Round, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of one player.

    `points`, `relative` heads, `heads`, `rounds` and `choices` (the heads that own choices cost) are those of
    all rounds that they have played; `reached` is the last round of the knock-out in which they play, 0 for
    none. Players who are equal in all criteria share a `place`, and `reason` says why they stand behind the
    one before.
    """

    place: int
    player: Player
    points: Fraction
    relative: Fraction
    heads: int
    rounds: int
    reached: int = 0
    reason: Reason | None = None
    choices: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """The place of one team; the points, relative heads, heads and costs of its members are added up."""

    place: int
    team: str
    players: tuple[Player, ...]
    points: Fraction
    relative: Fraction
    heads: int
    reason: Reason | None = None
    choices: Fraction = Fraction(0)


def standings(tournament: Tournament, *, after: int | None = None) -> tuple[Standing, ...]:
    """Return all players in order, from what is known of the rounds that have begun, or of the first `after`.

    The rounds before a knock-out are ordered by the criteria of the plan, those of a league by the ladder.
    In a knock-out, players who have reached a later round stand before the others; those of one round
    stand in the order of its results, by points, relative heads and heads as the plan has them, and then
    as they stood before it.
    """
    rounds = tournament.begun[:after]
    sums = totals(tournament.plan, rounds)
    none = Total()
    reached = _reached(rounds)
    result = []
    place = 0
    for at, each in enumerate(_ranked(tournament, rounds), 1):
        if not each.equal:
            place = at
        total = sums.get(each.who, none)
        points, relative = Fraction(total.points, POINT), Fraction(total.relative, POINT)
        result.append(
            Standing(
                place,
                each.who,
                points,
                relative,
                total.heads,
                total.rounds,
                reached.get(each.who, 0),
                each.reason,
                Fraction(total.choices, CENT),
            )
        )
    return tuple(result)


def order(tournament: Tournament, *, after: int | None = None) -> tuple[Player, ...]:
    """Return all players in the order of `standings`."""
    return tuple([each.who for each in _ranked(tournament, tournament.begun[:after])])


def team_standings(tournament: Tournament, *, after: int | None = None) -> tuple[TeamStanding, ...]:
    """Return all teams in order; of the lots of a team the lowest counts."""
    plan, rounds = tournament.plan, tournament.begun[:after]
    members: dict[str, list[Player]] = {}
    for player, each in tournament.players.items():
        if each.team:
            members.setdefault(each.team, []).append(player)
    sums = totals(plan, rounds)
    teams: dict[str, Total] = {}
    for team, players in members.items():
        total = teams[team] = Total()
        for own in [sums[player] for player in players if player in sums]:
            total.points += own.points
            total.relative += own.relative
            total.heads += own.heads
            total.choices += own.choices
            total.judged += own.judged
            total.rounds += own.rounds
    lots = {team: min(tournament.players[each].lot for each in players) for team, players in members.items()}
    side = {player: each.team for player, each in tournament.players.items()}
    measures = _measures(plan, rounds, teams, lots, side.__getitem__)
    result = []
    place = 0
    for at, ranked in enumerate(rank(sorted(members), measures), 1):
        if not ranked.equal:
            place = at
        total = teams[ranked.who]
        result.append(
            TeamStanding(
                place,
                ranked.who,
                tuple(members[ranked.who]),
                Fraction(total.points, POINT),
                Fraction(total.relative, POINT),
                total.heads,
                ranked.reason,
                Fraction(total.choices, CENT),
            )
        )
    return tuple(result)


# ------------------------------------------------------------------ the order


def _ranked(tournament: Tournament, rounds: Sequence[Round]) -> list[Ranked[Player]]:
    plan, players = tournament.plan, tuple(tournament.players)
    first = [each for each in rounds if each.stage == "rounds"]
    measures = _base_measures(tournament, first)
    ranked = rank(players, measures)
    later = rounds[len(first) :]
    if not later:
        return ranked
    # Each round of the knock-out puts those who play in it before all others, in the order of its results.
    by_round: dict[int, Sequence[Measure[Player]]] = {0: measures}
    now = [each.who for each in ranked]
    for round in later:
        by_round[round.number] = _round_measures(plan, round, now)
        inside = {player for table in round.tables for player in table}
        front = rank([each for each in now if each in inside], by_round[round.number])
        now = [each.who for each in front] + [each for each in now if each not in inside]
    reached = _reached(rounds)
    result: list[Ranked[Player]] = []
    for number in sorted(by_round, reverse=True):
        level = rank([each for each in now if reached.get(each, 0) == number], by_round[number])
        if level and result:
            other = reached[result[-1].who]
            level[0] = Ranked(level[0].who, equal=False, reason=Reason("round", number, other))
        result += level
    return result


def _reached(rounds: Sequence[Round]) -> dict[Player, int]:
    """Return the last round of the knock-out in which each player plays."""
    later = [each for each in rounds if each.stage != "rounds"]
    return {player: round.number for round in later for table in round.tables for player in table}


def _base_measures(tournament: Tournament, rounds: Sequence[Round]) -> list[Measure[Player]]:
    """Return the measures of the rounds before a knock-out."""
    plan = tournament.plan
    lots = {player: each.lot for player, each in tournament.players.items()}
    measures = _measures(plan, rounds, totals(plan, rounds), lots, lambda player: player)
    if plan.seating != "league" or not rounds:
        return measures
    # Who was not there in the last round stands below the ladder.
    seated = {player for table in rounds[-1].tables for player in table}
    before = [each.who for each in rank(sorted(seated), measures)]
    rungs = ladder(plan, rounds[-1], before)
    positions = {rung.player: -at for at, rung in enumerate(rungs, 1)}
    lowest = -len(rungs) - 1
    tables = {-at: rung.table for at, rung in enumerate(rungs, 1)}
    by_ladder = Measure[Player](
        "ladder",
        lambda group: {player: positions.get(player, lowest) for player in group},
        lambda position: tables.get(int(position), len(rounds[-1].tables) + 1),
    )
    return [by_ladder, *measures]


def _measures(
    plan: Plan,
    rounds: Sequence[Round],
    sums: Mapping[Who, Total],
    lots: Mapping[Who, int],
    side: Callable[[Player], Who],
) -> list[Measure[Who]]:
    """Return the measures of the criteria of a plan, in their order."""
    measures: list[Measure[Who]] = []
    for criterion in plan.order:
        if criterion == "heads":
            # Who has played less has fewer heads for that.
            measures.append(fixed("rounds", {who: each.rounds for who, each in sums.items()}))
        if criterion == "choices":
            measures.append(fixed("rounds", {who: each.judged for who, each in sums.items()}))
        if criterion == "direct":
            measures.append(direct(plan, rounds, side))
        elif criterion == "lot":
            measures.append(fixed("lot", {who: -lot for who, lot in lots.items()}, _negative))
        else:
            measures.append(_sum(plan, criterion, sums))
    return measures


def _round_measures(plan: Plan, round: Round, before: Sequence[Player]) -> list[Measure[Player]]:
    """Return the measures of one round of the knock-out; after them all stay in the order `before`."""
    sums = totals(plan, [round])
    by_sum: list[Criterion] = [each for each in plan.order if each in ("points", "relative", "heads")]
    measures = [_sum(plan, criterion, sums, round.number) for criterion in by_sum]
    places = {player: -place for place, player in enumerate(before, 1)}
    return [*measures, fixed("before", places, _negative, round.number)]


def _sum(plan: Plan, criterion: Criterion, sums: Mapping[Who, Total], round: int = 0) -> Measure[Who]:
    match criterion:
        case "points":
            points = {who: each.points for who, each in sums.items()}
            return fixed("points", points, _in_points, round)
        case "relative":
            relative = {who: each.relative for who, each in sums.items()}
            return fixed("relative", relative, _in_points, round)
        case "choices":
            choices = {who: -each.choices for who, each in sums.items()}
            return fixed("choices", choices, lambda value: Fraction(-value, CENT), round)
        case _:
            sign = plan.rules.sign
            heads = {who: -sign * each.heads for who, each in sums.items()}
            return fixed("heads", heads, _negative if sign > 0 else _same, round)


def _in_points(value: Value) -> Value:
    return Fraction(value, POINT)


def _negative(value: Value) -> Value:
    return -value


def _same(value: Value) -> Value:
    return value
