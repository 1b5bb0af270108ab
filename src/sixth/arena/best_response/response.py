"""Approximate best responses: bots that are made to beat copies of one bot.

One response searches, and if the bot is a network, another one is trained. The better one is a lower bound of
the possible gain; a still better response may exist.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.console import Console

from sixth.arena.contest import ArenaError, Contest, Entrant
from sixth.arena.play import deals_bar, play
from sixth.console import new_console, print_text
from sixth.extras import install_command
from sixth.i18n import gettext as _, ngettext
from sixth.rules.codec import rules_to_json

STEPS: Final = 60
PLAYOUTS: Final = 4_000

_MOVE_SECONDS: Final = 60.0
"""The time limit of an answer of a response that searches."""
_START_SECONDS: Final = 300.0
"""The time limit of its first answer, which may have to wait for a compilation."""


def respond(
    contest: Contest, *, rounds: int, workers: int | None = None, steps: int = STEPS, playouts: int = PLAYOUTS
) -> dict[str, Any]:
    """Measure how far the bot on every seat of `contest` can be beaten; return the document of `--json`.

    One response is trained in `steps` steps, and one searches with `playouts` playouts (docs/bots.md).
    """
    from sixth.arena.report import pair, short
    from sixth.arena.statistics import intervals

    def heads_of(first: Entrant) -> Any:
        """Return the heads (deals × bots) of a contest with `first` in the first place."""
        table = replace(contest, entrants=(first, *contest.entrants[1:]))
        tally = play(table, rounds=rounds, workers=workers, progress=deals_bar)
        fault = tally.first_faults[0]
        if fault:
            raise ArenaError(_("The bot {bot} {fault}.").format(bot=first.name, fault=fault.text))
        return tally.heads

    bot, sign = contest.entrants[0], contest.rules.sign
    contest = replace(
        contest,
        seconds=max(contest.seconds, _MOVE_SECONDS),
        start_seconds=max(contest.start_seconds, _START_SECONDS),
    )
    alone = heads_of(bot).mean(axis=1)
    rows = []
    with _responses(contest, bot, steps, playouts) as responses:
        for name, response in responses.items():
            heads = heads_of(response)[:, 0]
            gains = sign * (alone - heads)
            (heads_ci,), (gain_ci,) = intervals(heads[:, None]), intervals(gains[:, None])
            rows.append(
                {
                    "response": name,
                    "heads": short(heads.mean()),
                    "heads_ci": pair(heads_ci),
                    "gain": short(gains.mean()),
                    "gain_ci": pair(gain_ci),
                    "clear": gain_ci is not None and gain_ci[0] > 0,
                }
            )
    (alone_ci,) = intervals(alone[:, None])
    return {
        "game": contest.game,
        "seats": contest.seats,
        "rounds": len(alone) * contest.seats,
        "deals": len(alone),
        "seed": contest.seed,
        "bot": bot.name,
        "heads": short(alone.mean()),
        "heads_ci": pair(alone_ci),
        "responses": sorted(rows, key=lambda each: -each["gain"]),
        "rules": rules_to_json(contest.played),
    }


def print_response(document: dict[str, Any], console: Console) -> None:
    """Print the document of `respond` as sentences."""
    from sixth.arena.report import heading, with_interval

    def say(text: str) -> None:
        print_text(console, text)

    others = document["seats"] - 1
    say(heading(document, whole=False))
    template = _("{bot} among copies of itself: {heads} heads a round")
    say(template.format(bot=document["bot"], heads=with_interval(document["heads"], document["heads_ci"])))
    for each in document["responses"]:
        heads = with_interval(each["heads"], each["heads_ci"])
        gain = with_interval(each["gain"], each["gain_ci"])
        template = _("{bot} against it: {heads} heads a round, a gain of {gain}")
        say(template.format(bot=each["response"], heads=heads, gain=gain))
    best = document["responses"][0]
    if best["clear"]:
        template = ngettext(
            "A player who knows {bot} can beat it by {gain} heads a round.",
            "A player who knows {bot} can beat {count} of it by {gain} heads a round.",
            others,
        )
    else:
        template = ngettext(
            "Nothing that was tried is clearly better against it than {bot} itself.",
            "Nothing that was tried is clearly better against {count} of it than {bot} itself.",
            others,
        )
    say(template.format(bot=document["bot"], count=others, gain=with_interval(best["gain"], best["gain_ci"])))


# ------------------------------------------------------------------ the responses


@contextmanager
def _responses(contest: Contest, bot: Entrant, steps: int, playouts: int) -> Iterator[dict[str, Entrant]]:
    """Yield the possible responses to `bot`, by name, for the time of a `with` block."""
    from sixth.sim.policy.weights import SHIPPED

    plain, _colon, more = bot.name.partition(":")
    network = bot.command is None and plain == "policy"
    policy_file = str(Path(more).absolute() if more else SHIPPED) if network else ""
    # -P: no module is imported from the current directory.
    search = (sys.executable, "-P", "-m", "sixth.arena.best_response.responder", str(playouts), policy_file)
    entrants = {"searched": Entrant("searched", search)}
    with TemporaryDirectory() as folder:
        if network and find_spec("torch") is None:
            template = _("Without PyTorch a response is only searched for; to train one: {command}")
            text = template.format(command=install_command("rl"))
            print_text(new_console(stderr=True), text)
        elif network:
            from sixth.arena.best_response.trained import train

            path = Path(folder) / "trained.npz"
            train(path, against=Path(policy_file), rules=contest.played, seed=contest.seed, steps=steps)
            entrants["trained"] = Entrant(f"policy:{path}")
        yield entrants
