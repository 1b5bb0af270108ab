"""docs/envs.md runs as it stands there, and describes every field of an observation."""

import re
from pathlib import Path
from typing import Any

import sixth
from sixth.envs.layout import Layout

PAGE = Path(__file__).parents[2] / "docs/envs.md"


def test_the_page_on_environments_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) >= 5
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), names)
    layout = names["layout"]
    hand = layout.fields["hand"]
    assert f"# {hand.start} {hand.stop} {layout.size} {layout.actions}\n" in text


def test_the_page_describes_every_field() -> None:
    part = PAGE.read_text(encoding="utf-8").partition("## Observations")[2].partition("## Actions")[0]
    told = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \| (.+) \|$", part, re.MULTILINE)
    for name in sixth.games:
        fields = Layout(sixth.games[name].replace(seats=3)).fields
        assert [(field, about) for field, about in told if field in fields] == [
            (field, of.about) for field, of in fields.items()
        ]
