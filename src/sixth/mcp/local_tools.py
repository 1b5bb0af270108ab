"""Tools that need no site: the rules in words, the named games, the bots, and games of bots."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import Annotated, Any, Final, Literal

from mcp_types import Tool, ToolAnnotations
from pydantic import Field, ValidationError

from sixth import bots
from sixth.bots.match import MAX_ROUNDS, play_games
from sixth.i18n import and_list, gettext as _, translate
from sixth.mcp.refusals import ToolError
from sixth.mcp.rules_text import cards_by_heads, whole_rules
from sixth.quantiles import NORMAL, student
from sixth.rules.codec import Json, Malformed, rules_to_json
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.options import RulesError
from sixth.rules.view_json import action_to_json, view_from_json
from sixth.server.protocol.config import MAX_SEATS, GameName, OptionsRequest, RulesRequest
from sixth.server.protocol.fields import WHOLE, Strict
from sixth.server.protocol.values import Word, one_of

_MAX_SIMULATION_S: Final = 60.0
"""Seconds after which a simulation ends with the games that it has played."""

_MAX_SOLVING_S: Final = 30.0
"""Seconds after which a position counts as too hard to solve."""

_MIN_GAMES: Final = 5
"""The least number of games for an interval."""

_DIGITS: Final = 4

_Seats = Annotated[int, Field(ge=2, le=MAX_SEATS), WHOLE]


class ReadRules(Strict):
    """Read the rules of a named game in words, with all its options and the heads of the cards."""

    game: GameName = "classic"
    seats: _Seats = 4

    def answer(self) -> dict[str, Json]:
        """Return the rules."""
        rules = RulesRequest(game=self.game, seats=self.seats).to_rules()
        return {
            "game": self.game,
            "text": whole_rules(rules),
            "cards_by_heads": cards_by_heads(rules),
            "rules": rules_to_json(rules),
        }


class ListGames(Strict):
    """List the named games with all their options for the fewest seats; `players` are the possible seats."""

    def answer(self) -> dict[str, Json]:
        """Return the games."""
        games = [
            {"name": name, "about": game.about, "players": list(game.seats)}
            | rules_to_json(game.replace(seats=game.seats[0]))
            for name, game in GAMES.items()
        ]
        return {"games": games}


class ListBots(Strict):
    """List the bots, weakest first."""

    def answer(self) -> dict[str, Json]:
        """Return the bots."""
        return {"bots": [{"name": name, "about": bots.about(name)} for name in bots.names]}


class Simulate(Strict):
    """Play whole games of bots, one bot a seat, and get their heads and wins with 95 % intervals.

    The same seed gives the same games. After a minute it ends with the games that it has played.
    """

    bots: Annotated[list[Annotated[Word, one_of(bots.names)]], Field(min_length=2, max_length=MAX_SEATS)]
    game: GameName = "classic"
    options: OptionsRequest = OptionsRequest()
    games: Annotated[int, Field(ge=1, le=1_000), WHOLE] = 100
    seed: Annotated[int, Field(ge=0, le=2**53), WHOLE] = 1

    def answer(self) -> dict[str, Json]:
        """Play, and return the results by seat."""
        for name in self.bots:
            # Some bots take a file by name, which is not for models to choose.
            if name not in bots.names:
                wrong = _("There is no bot {name}; the bots are {bots}.")
                raise ToolError(wrong.format(name=repr(name), bots=and_list(bots.names)))
        rules = RulesRequest(game=self.game, seats=len(self.bots), options=self.options).to_rules()
        end = monotonic() + _MAX_SIMULATION_S
        heads: list[list[float]] = [[] for _ in self.bots]
        wins: list[list[float]] = [[] for _ in self.bots]
        games = play_games(rules, self.bots, games=self.games, seed=self.seed, max_rounds=MAX_ROUNDS)
        for game in games:
            for seat, total in enumerate(game.totals):
                heads[seat].append(float(total))
                wins[seat].append(1 / len(game.winners) if seat in game.winners else 0.0)
            if monotonic() > end:
                break
        return {
            "games": len(heads[0]),
            "seed": self.seed,
            "rules": rules_to_json(rules),
            "seats": [
                {"bot": name, "heads_a_game": _mean(heads[seat]), "wins": _share(wins[seat])}
                for seat, name in enumerate(self.bots)
            ],
        }


class Solve(Strict):
    """Solve a position of two seats exactly, from the `view` of a table: what each answer costs, and why.

    `value` are the heads of seat 0 less those of seat 1 in the rest of the round (with `win` the chance of
    seat 0), `answers` the loss of each action of a seat against best play, and `line` the likeliest way on.
    It works where the hand of the other seat follows from the view, and for few cards.
    """

    view: dict[str, Any]
    utility: Literal["heads", "win"] = "heads"

    def answer(self) -> dict[str, Json]:
        """Solve the position."""
        # The solver compiles kernels as it is imported.
        from sixth.sim.solver import SolverError, solve

        try:
            solution = solve(view_from_json(self.view), utility=self.utility, seconds=_MAX_SOLVING_S)
        except Malformed as error:
            raise ToolError(_("“{field}” cannot have that value here.").format(field="view")) from error
        except SolverError as error:
            raise ToolError(translate(error.sentence)) from error
        return {
            "value": round(solution.value, _DIGITS),
            "answers": [
                [
                    {"action": action_to_json(action), "loss": round(loss, _DIGITS)}
                    for action, loss in answers.items()
                ]
                for answers in solution.answers
            ],
            "line": [{"seat": seat, "action": action_to_json(action)} for seat, action in solution.line],
        }


_TOOLS: Final[Mapping[str, type[ReadRules | ListGames | ListBots | Simulate | Solve]]] = {
    "read_rules": ReadRules,
    "list_games": ListGames,
    "list_bots": ListBots,
    "simulate": Simulate,
    "solve": Solve,
}


class LocalTools:
    """The tools that answer from what is installed here."""

    def tools(self) -> list[Tool]:
        """Return the tools as a client of MCP lists them."""
        return [
            Tool(
                name=name,
                description=model.__doc__,
                input_schema=model.model_json_schema(),
                annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
            )
            for name, model in _TOOLS.items()
        ]

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """Return the answer of a tool; raise `ToolError` with one sentence where there is none."""
        try:
            request = _TOOLS[name].model_validate(arguments)
            # A simulation takes seconds, in which other calls are answered.
            return await asyncio.to_thread(request.answer)
        except ValidationError as error:
            raise ToolError(_sentence(error)) from error
        except (Refusal, RulesError) as error:
            raise ToolError(translate(error.sentence)) from error


def _sentence(error: ValidationError) -> str:
    """Return what is wrong with the first wrong argument, as the API says it."""
    first = error.errors()[0]
    field = ".".join(map(str, first["loc"]))
    sentences: Mapping[str, Callable[[], str]] = {
        "missing": lambda: _("“{field}” is missing."),
        "extra_forbidden": lambda: _("“{field}” is not known here."),
    }
    template = sentences.get(first["type"], lambda: _("“{field}” cannot have that value here."))()
    return template.format(field=field)


def _mean(values: Sequence[float]) -> dict[str, Json]:
    """Return the mean of independent values with its 95 % interval, None for few of them."""
    count, mean = len(values), fmean(values)
    half = student(count - 1) * stdev(values) / sqrt(count) if count >= _MIN_GAMES else None
    return _with_interval(mean, None if half is None else (mean - half, mean + half))


def _share(values: Sequence[float]) -> dict[str, Json]:
    """Return the mean of values from 0 to 1 with the interval of Wilson, which holds for rare wins, too."""
    count, mean = len(values), fmean(values)
    if count < _MIN_GAMES:
        return _with_interval(mean, None)
    weight = NORMAL**2 / count
    middle = (mean + weight / 2) / (1 + weight)
    half = NORMAL * sqrt((mean * (1 - mean) + weight / 4) / count) / (1 + weight)
    return _with_interval(mean, (middle - half, middle + half))


def _with_interval(mean: float, interval: tuple[float, float] | None) -> dict[str, Json]:
    ends = None if interval is None else [round(end, _DIGITS) for end in interval]
    return {"mean": round(mean, _DIGITS), "interval": ends}
