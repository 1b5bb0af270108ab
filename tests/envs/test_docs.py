"""docs/envs.md runs as it stands there, and describes every field of an observation."""

import re

import sixth
from sixth.envs.layout import Layout
from tests.pages import DOCS, run_page

TEXT = (DOCS / "envs.md").read_text(encoding="utf-8")


def test_the_page_on_environments_runs() -> None:
    layout = run_page("envs.md")["layout"]
    hand = layout.fields["hand"]
    assert f"# {hand.start} {hand.stop} {layout.size} {layout.actions}\n" in TEXT


def test_the_page_describes_every_field() -> None:
    part = TEXT.partition("## Observations")[2].partition("## Actions")[0]
    told = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \| (.+) \|$", part, re.MULTILINE)
    for name in sixth.games:
        fields = Layout(sixth.games[name].replace(seats=3)).fields
        assert [(field, about) for field, about in told if field in fields] == [
            (field, of.about) for field, of in fields.items()
        ]
