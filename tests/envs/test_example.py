"""examples/ppo.py trains, and what it has trained plays as a bot; docs/envs.md says how well."""

import runpy
from pathlib import Path

import sixth

SCRIPT = Path(__file__).parents[2] / "examples/ppo.py"


def test_the_worked_start_trains_and_plays(tmp_path: Path) -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= 150
    script = runpy.run_path(str(SCRIPT))
    # One rollout, and what is learnt of it.
    script["train"](tmp_path, minutes=10, decisions=1, tables=32)
    bots = [script["PpoBot"](str(tmp_path)), *(sixth.bots.make("nearest") for _ in range(3))]
    game = sixth.Game(sixth.games["classic"].replace(seats=4, end=sixth.End("rounds", 1)), seed=1)
    game.play(bots)
    assert game.over
