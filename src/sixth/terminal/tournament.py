"""Tournaments in a terminal: the standings of a file, and what a plan comes to."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from random import Random
from statistics import fmean
from typing import Any, Final

from sixth.bots.match import play_games
from sixth.console import new_console, print_text, write_line
from sixth.errors import CommandError
from sixth.i18n import gettext as _, ngettext, number_text, translate
from sixth.rules.codec import dumps
from sixth.rules.game import Refusal
from sixth.rules.record import RecordError
from sixth.terminal.files import display_name, open_input
from sixth.terminal.judging import judge_file
from sixth.text import printable
from sixth.tournaments.codec import plan_to_json
from sixth.tournaments.decide import rules_of
from sixth.tournaments.file import Difference, TournamentFile, read
from sixth.tournaments.luck import chance, form_of, luck_text
from sixth.tournaments.plan import Plan
from sixth.tournaments.public import number, standings_json, teams_json
from sixth.tournaments.scores.ranking import Reason
from sixth.tournaments.standings import standings, team_standings
from sixth.tournaments.state import Tournament
from sixth.tournaments.trial import Trial, trial

TURN_S: Final = 20
"""Seconds that a turn is taken to last."""

DEAL_S: Final = 90
"""Seconds that people at a real table are taken to need for dealing and counting a round."""

_GAMES: Final = 20
"""The games of bots by which the length of a game is measured, for each size of tables."""

_DRAWS: Final = 200
"""How often the longest of all tables of a round is drawn from these games."""


# ------------------------------------------------------------------ a file


def show_file(name: str, *, judge: bool, json: bool) -> int:
    """Print the standings that follow from a file, with `judge` what the coach says of its games.

    Return the exit status: 1 if the file has other judgements than the coach. Raise `CommandError` at what is
    wrong in the file.
    """
    with open_input(name) as lines:
        try:
            file = read(lines, keeps_records=judge)
        except RecordError as error:
            wrong = _("{file}, line {line}: {what}")
            raise CommandError(
                wrong.format(file=display_name(name), line=error.line, what=translate(error.sentence))
            ) from error
    judged = judge_file(name, file) if judge else None
    now, differences = file.by_records(), list(file.differences())
    status = 1 if judged is not None and judged.differing else 0
    if json:
        judgements = {} if judged is None else {"judged": judged.to_json()}
        write_line(dumps(_file_json(file, now, differences) | judgements))
        return status
    console = new_console()
    print_text(console, printable(now.plan.name, longest=200))
    choices = (_("own choices"),) if now.plan.is_judged else ()
    sums = (_("points"), _("relative"), _("heads"), *choices)
    titles = (_("place"), _("name"), *sums, _("rounds"), _("behind by"))
    rows = [
        (
            str(each.place),
            printable(now.players[each.player].name, longest=60),
            _figure(each.points),
            _figure(each.relative),
            str(each.heads),
            *[_figure(each.choices) for _title in choices],
            str(each.rounds),
            _reason(each.reason),
        )
        for each in standings(now)
    ]
    _print_table(titles, rows)
    if now.plan.team_size:
        team_titles = (_("place"), _("team"), *sums, _("behind by"))
        _print_table(
            team_titles,
            [
                (
                    str(each.place),
                    printable(each.team, longest=60),
                    _figure(each.points),
                    _figure(each.relative),
                    str(each.heads),
                    *[_figure(each.choices) for _title in choices],
                    _reason(each.reason),
                )
                for each in team_standings(now)
            ],
        )
    template = _(
        "Round {round}, table {table}: reported were {reported}; the record of the game has {recorded}."
    )
    for each in differences:
        reported, recorded = ("-".join(map(str, heads)) for heads in (each.reported, each.recorded))
        text = template.format(round=each.round, table=each.table, reported=reported, recorded=recorded)
        print_text(console, text)
    if judged is not None:
        judged.show(console)
    return status


def _file_json(file: TournamentFile, now: Tournament, differences: Iterable[Difference]) -> dict[str, Any]:
    return {
        "tournament": now.plan.name,
        "code": file.code,
        "rounds": len(now.begun),
        "games": len(file.games),
        "standings": [
            {**each, "name": now.players[str(each["player"])].name} for each in standings_json(now)
        ],
        "teams": teams_json(now),
        "differences": [
            {
                "round": each.round,
                "table": each.table,
                "game": each.game,
                "reported": each.reported,
                "recorded": each.recorded,
            }
            for each in differences
        ],
    }


def _figure(value: Fraction | int) -> str:
    exact = number(value)
    return number_text(exact) if isinstance(exact, int) else number_text(exact, digits=2)


def _reason(reason: Reason | None) -> str:
    if reason is None:
        return ""
    names = {
        "points": _("points"),
        "relative": _("relative"),
        "heads": _("heads"),
        "choices": _("own choices"),
        "direct": _("direct meeting"),
        "lot": _("lot"),
        "rounds": _("rounds"),
        "round": _("round reached"),
        "before": _("place before"),
        "ladder": _("table"),
    }
    name = names[reason.criterion]
    if reason.criterion == "lot":
        return name
    return f"{name} {_figure(reason.own)} : {_figure(reason.other)}"


def _print_table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(*titles, box=box.SIMPLE, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    new_console().print(table)


# ------------------------------------------------------------------ a plan


def show_plan(plan: Plan, people: int, *, seed: int, json: bool) -> None:
    """Print what a plan comes to with so many people; raise `CommandError` if it cannot be played."""
    try:
        tried = trial(plan, people, seed=str(seed))
    except Refusal as refusal:
        raise CommandError(translate(refusal.sentence)) from refusal
    minutes = _minutes(plan, tried, seed)
    pauses = plan.pause_seconds * (len(minutes) - 1) / 60
    total = sum(minutes) + pauses
    if json:
        form = form_of(plan)
        luck = chance(people, plan.rounds, form) if form else None
        rounds = [
            {"number": each.number, "stage": each.stage, "tables": each.sizes, "minutes": round(length, 1)}
            for each, length in zip(tried.rounds, minutes, strict=True)
        ]
        write_line(
            dumps(
                {
                    "plan": plan_to_json(plan),
                    "people": people,
                    "rounds": rounds,
                    "minutes": round(total, 1),
                    "turn_seconds": _turn_s(plan),
                    "deal_seconds": _deal_s(plan),
                    "meetings": tried.meetings,
                    "luck": luck and asdict(luck),
                }
            )
        )
        return
    rows = [
        (str(each.number), str(len(each.sizes)), _sizes(each.sizes), number_text(length))
        for each, length in zip(tried.rounds, minutes, strict=True)
    ]
    _print_table((_("round"), _("tables"), _("players at each"), _("minutes")), rows)
    console = new_console()
    template = _(
        "All rounds take some {minutes} minutes: each lasts as long as its longest table in games between"
        " bots, with {turn} seconds a turn and {deal} for dealing and counting."
    )
    all_minutes = number_text(total)
    print_text(console, template.format(minutes=all_minutes, turn=_turn_s(plan), deal=_deal_s(plan)))
    print_text(console, _meetings(tried))
    if pauses:
        template = _("The pauses between the rounds are {minutes} minutes of that.")
        print_text(console, template.format(minutes=number_text(pauses)))
    if about_luck := luck_text(plan, people):
        print_text(console, about_luck)


def _turn_s(plan: Plan) -> int:
    return min(TURN_S, plan.turn_seconds) if plan.place == "online" else TURN_S


def _deal_s(plan: Plan) -> int:
    return DEAL_S if plan.place == "hall" else 0


def _sizes(sizes: Sequence[int]) -> str:
    return ", ".join(f"{sizes.count(size)} × {size}" for size in sorted(set(sizes), reverse=True))


def _meetings(tried: Trial) -> str:
    twice = sum(tried.meetings[1:2])
    more = sum(tried.meetings[2:])
    if not twice + more:
        return _("Nobody meets twice.")
    template = ngettext(
        "{count} pair meets twice, {more} more often.", "{count} pairs meet twice, {more} more often.", twice
    )
    return template.format(count=number_text(twice), more=number_text(more))


def _minutes(plan: Plan, tried: Trial, seed: int) -> list[float]:
    """Return how many minutes each round takes: the mean of its longest table."""
    lengths: dict[int, list[float]] = {}
    for size in sorted({size for each in tried.rounds for size in each.sizes}):
        rules = rules_of(plan, size)
        turn_cards = sum(rules.parts(size))
        games = play_games(rules, ["nearest"] * size, games=_GAMES, seed=seed)
        rounds = [len(game.as_record().state().past) for game in games]
        lengths[size] = [each * (turn_cards * _turn_s(plan) + _deal_s(plan)) / 60 for each in rounds]
    rng = Random(seed)
    return [
        fmean(max(rng.choice(lengths[size]) for size in each.sizes) for _ in range(_DRAWS))
        for each in tried.rounds
    ]
