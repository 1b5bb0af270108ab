"""`sixth play` and `sixth simulate`: games of a person, and games of bots alone."""

import secrets
from typing import Annotated, Final

from sixth.cli import options as cli
from sixth.cli.command import command, new_group
from sixth.cli.options import parse_bots, parse_game, rules_for
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _, ngettext
from sixth.terminal.files import STANDARD
from sixth.text import printable

commands: Final = new_group()


@command(commands, "sixth play --game both-ends --bots careful,careful --plain")
def play(
    url: Annotated[
        str | None, cli.argument("URL", "A table of a site: its address, SITE/CODE, or a code with --site.")
    ] = None,
    *,
    site: Annotated[str | None, cli.option("--site", "URL", "The site of the code.")] = None,
    game: cli.GameOption = "classic",
    bots: Annotated[
        str, cli.option("--bots", "A,B,…", "Who plays against you; `sixth bots` lists them.")
    ] = "careful,nearest,random",
    settings: cli.SetOption = None,
    name: Annotated[str | None, cli.option("--name", "N", "What you are called.")] = None,
    seed: cli.SeedOption = None,
    plain: Annotated[
        bool, cli.switch("--plain", "Short plain lines, no colours or boxes; reads well aloud.")
    ] = False,
) -> None:
    """Play a game here, against bots, or at a table of any Sixth server."""
    if url is not None:
        from sixth.remote.start import sit_down

        sit_down(url, site, name, plain=plain)
        return
    if site is not None:
        raise UsageProblem(
            _("--site takes a code before it, as in sixth play KXQW --site http://127.0.0.1:6106.")
        )
    from sixth.terminal import play as terminal

    names = parse_bots(bots)
    why = _("with you and --bots there are {count} at the table").format(count=len(names) + 1)
    rules = rules_for(parse_game(game), settings, seats=len(names) + 1, why_seats=why)
    terminal.play(rules, names, name=printable((name or "").strip()) or _("You"), seed=seed, plain=plain)


@command(commands, "sixth simulate --bots careful,nearest,random --games 500 --seed 7 --set deck=60")
def simulate(
    *,
    bots: Annotated[str, cli.option("--bots", "A,B,…", "A bot for each seat, with commas between.")],
    game: cli.GameOption = "classic",
    settings: cli.SetOption = None,
    games: Annotated[int, cli.whole_option("--games", "N", "How many games.")] = 100,
    seed: cli.SeedOption = None,
    records: Annotated[
        str | None, cli.option("--records", "FILE", "Write every game there; - is standard output.")
    ] = None,
    json: cli.JsonOption = False,
) -> None:
    """Let bots play many games, and show a summary."""
    from sixth.terminal import simulate as terminal

    names = parse_bots(bots)
    count = ngettext("{count} bot", "{count} bots", len(names)).format(count=len(names))
    why = _("--bots names {bots}").format(bots=count)
    rules = rules_for(parse_game(game), settings, seats=len(names), why_seats=why)
    if games < 1:
        wrong = _("--games takes a whole number of at least 1, not {value}.")
        raise UsageProblem(wrong.format(value=games))
    if json and records == STANDARD:
        raise UsageProblem(_("--json and --records - both want standard output; give --records a file."))
    number = secrets.randbelow(1_000_000_000) if seed is None else seed
    terminal.simulate(terminal.Simulation(game, rules, names, games, number), records=records, json=json)
