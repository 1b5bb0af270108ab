"""`sixth tournament`: the standings of a tournament's file, and what a plan comes to."""

import re
from typing import Annotated, Any, Final

from sixth.cli import options as cli
from sixth.cli.command import command, new_group
from sixth.cli.options import parse_game, rules_for
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _, or_list
from sixth.text import printable

commands: Final = new_group()

_FORMS: Final = ("lot", "swiss", "league")
_PLACES: Final = ("online", "hall")


@command(commands, "sixth tournament --plan --people 16 --rounds 5")
def tournament(
    file: Annotated[
        str | None, cli.argument("FILE", "The file of a tournament; - is standard input.")
    ] = None,
    *,
    judge: Annotated[
        bool, cli.switch("--judge", "Have the coach judge the records in the file again.")
    ] = False,
    plan: Annotated[
        bool, cli.switch("--plan", "Try a form instead: how long it takes, who meets whom.")
    ] = False,
    people: Annotated[int, cli.whole_option("--people", "N", "With --plan, how many people come.")] = 16,
    rounds: Annotated[
        int, cli.whole_option("--rounds", "N", "Rounds before a knock-out; 0 for a knock-out alone.")
    ] = 5,
    cut: Annotated[int, cli.whole_option("--cut", "N", "How many go on into a knock-out; 0 for none.")] = 0,
    go_on: Annotated[
        int,
        cli.whole_option(
            "--go-on", "N", "How many of each table go on in a knock-out, or go up in a league."
        ),
    ] = 1,
    seating: Annotated[
        str, cli.option("--seating", "FORM", "lot, swiss or league: how the rounds are seated.")
    ] = "lot",
    place: Annotated[
        str | None,
        cli.option("--place", "PLACE", "online or hall; if not said, hall where the plan allows it."),
    ] = None,
    order: Annotated[
        str, cli.option("--order", "ORDER", "What decides: points, direct, heads or choices.")
    ] = "points",
    points: Annotated[str, cli.option("--points", "P,P,…", "Points for the places at a table.")] = "5,3,2,1",
    duplicate: Annotated[bool, cli.switch("--duplicate", "The same deals at all tables of a round.")] = False,
    clock: Annotated[int, cli.whole_option("--clock", "SECONDS", "The time for a turn online.")] = 60,
    pause: Annotated[int, cli.whole_option("--pause", "SECONDS", "The pause between rounds.")] = 0,
    team_size: Annotated[int, cli.whole_option("--team-size", "N", "Members of a team; 0 for none.")] = 0,
    game: cli.GameOption = "classic",
    settings: cli.SetOption = None,
    seats: Annotated[int, cli.whole_option("--seats", "N", "Players at a table, from 3 to 6.")] = 4,
    seed: cli.SeedOption = 1,
    json: cli.JsonOption = False,
) -> int:
    """Work out the standings of a tournament from its file alone, or try a form beforehand."""
    from sixth.terminal import tournament as terminal

    if (file is None) != plan:
        raise UsageProblem(_("Name the file of a tournament, or give --plan."))
    if plan and judge:
        raise UsageProblem(_("--judge is for the file of a tournament, not for --plan."))
    if file is not None:
        return terminal.show_file(file, judge=judge, json=json)
    rules = rules_for(
        parse_game(game), settings, seats=seats, why_seats=_("--seats names {count}").format(count=seats)
    )
    from sixth.tournaments.plan import MAX_PLAYERS, ORDERS, Plan

    form: Any = _one_of("--seating", seating, _FORMS)
    decides = _one_of("--order", order, tuple(ORDERS))
    needs_site = duplicate or decides == "choices"
    where: Any = _one_of("--place", place, _PLACES) if place else "online" if needs_site else "hall"
    if not 1 <= people <= MAX_PLAYERS:
        wrong = _("{option} takes a whole number from 1 to {most}, not {value}.")
        raise UsageProblem(wrong.format(option="--people", most=MAX_PLAYERS, value=people))
    planned = Plan(
        name="plan",
        rules=rules,
        place=where,
        seating=form,
        rounds=rounds,
        cut=cut,
        go_on=go_on,
        points=_points(points),
        order=ORDERS[decides],
        team_size=team_size,
        duplicate=duplicate,
        turn_seconds=clock,
        pause_seconds=pause,
    )
    terminal.show_plan(planned, people, seed=1 if seed is None else seed, json=json)
    return 0


def _points(text: str) -> tuple[int, ...]:
    given = [each for each in re.split(r"[\s,;/–-]+", text.strip()) if each]
    if not all(each.isascii() and each.isdigit() and len(each) < 7 for each in given):
        wrong = _("--points takes whole numbers such as 5,3,2,1, not {value}.")
        raise UsageProblem(wrong.format(value=repr(printable(text))))
    return tuple(map(int, given))


def _one_of(option: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        wrong = _("{option} takes {choices}, not {value}.")
        raise UsageProblem(
            wrong.format(option=option, choices=or_list(choices), value=repr(printable(value)))
        )
    return value
