"""The card of a dataset: a README that says how it was made and what each column holds.

Its head is in the form that the Hugging Face Hub reads, so that the folder can be published as it is.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sixth.arena.contest import Contest
from sixth.arena.dataset.columns import DECISIONS, GAMES, OBSERVED, Column
from sixth.arena.dataset.tables import SPLITS, file_of
from sixth.rules.codec import dumps, rules_to_json

_TEXT: Final = """\
---
license: cc0-1.0
pretty_name: Games of 6 nimmt! between bots ({game}, {seats} seats)
size_categories:
- {size}
configs:
{configs}
---

# Games of 6 nimmt! between bots

{games} whole games of `{game}` with {seats} seats, and the {decisions} decisions in them. Bots played all
of them; no person did. Sixth {version} made this dataset. The same version and command make it again on
any number of processes, and with the same pyarrow byte for byte:

```sh
{command}
```

## How it was made

- **Bots**, which `sixth bots` describes: {bots}. {seating}
- **Rules**: `{rules}`.
- **Deals**: each deal is played in all {seats} rotations of the seats, with the same cards in each round,
  so that each bot plays the hands of all others, too. The cards follow from the seed {seed} and the
  number of the deal (`sixth-deal/1`).
- **Check**: each game was played again from its record, event by event, before its rows were written.

## Split

By deal: a deal, with all its rotations, is in one split only. Of each ten deals the first eight are for
training, the ninth for validation, the tenth for tests. With more `--games` and the same seed, each deal
stays in its split.

| split | deals | games | decisions |
|---|---|---|---|
{split}

## Table `decisions`

A row is one decision: a card chosen, a row taken, or a card picked in a draft. A seat with one card left
has no choice, and still its row. Seats choose at the same time, so the columns of a seat do not say what
others choose in that turn.

{decision_columns}

The columns from `{first_seen}` to `{last_seen}` hold what the seat may know when it decides, and nothing
else; `action`, `round_heads` and `won` are what it did and what came of it. Seats, rows, deals and
rotations count from 0, rounds and turns from 1. Heads are penalty points, the fewer the better{unless}.

An action is a number, the same as in the environments of `sixth.envs`: n plays or picks the card n, and
{takes} + r takes row r{lefts}.

## Table `games`

{game_columns}

`record` has every card, hidden ones too: it is for what the columns leave out, not for a player to see.
Sixth reads it with `sixth.read_records(text.splitlines())`.

## Licence

CC0 1.0. A program played and wrote these games; nobody claims rights in them. 6 nimmt! is a game by
Wolfgang Kramer, published by Amigo.
"""


@dataclass(frozen=True)
class Figures:
    """Numbers of rows by table and split."""

    rows: Mapping[tuple[str, str], int]

    def total(self, table: str) -> int:
        """Return the number of rows of a table in all splits."""
        return sum(self.rows[table, split] for split in SPLITS)


def card(contest: Contest, figures: Figures, *, version: str, command: str) -> str:
    """Return the text of the README; `version` and `command` say what made the dataset."""
    rules = contest.rules
    takes = rules.deck_size(rules.seats) + 1
    lefts = f", {takes + rules.rows} + r lays the card at the left end of row r" if rules.both_ends else ""
    extra = len(contest.entrants) > contest.seats
    return _TEXT.format(
        game=contest.game,
        seats=contest.seats,
        size=_size(figures.total("decisions")),
        configs="\n".join(_config(table) for table in ("decisions", "games")),
        games=f"{figures.total('games'):,}",
        decisions=f"{figures.total('decisions'):,}",
        version=version,
        command=command,
        bots=_bots(contest),
        seating="Each deal seats some of them, all equally often."
        if extra
        else "Each deal seats all of them.",
        rules=dumps(rules_to_json(rules)),
        seed=contest.seed,
        split="\n".join(_split_row(contest, figures, split) for split in SPLITS),
        decision_columns=_columns(DECISIONS),
        first_seen=OBSERVED[0].name,
        last_seen=OBSERVED[-1].name,
        unless="" if rules.sign > 0 else "; in this game the more the better",
        takes=takes,
        lefts=lefts,
        game_columns=_columns(GAMES),
    )


def _config(table: str) -> str:
    files = "\n".join(f"  - split: {split}\n    path: {file_of(table, split)}" for split in SPLITS)
    default = "\n  default: true" if table == "decisions" else ""
    return f"- config_name: {table}{default}\n  data_files:\n{files}"


def _size(rows: int) -> str:
    """Return the class of size in the words of the Hub."""
    bounds = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K", 1_000_000: "100K<n<1M"}
    return next((name for bound, name in bounds.items() if rows < bound), "n>1M")


def _bots(contest: Contest) -> str:
    counts = Counter(entrant.name for entrant in contest.entrants)
    return ", ".join(f"`{name}`" + (f" × {count}" if count > 1 else "") for name, count in counts.items())


def _split_row(contest: Contest, figures: Figures, split: str) -> str:
    games, decisions = (figures.rows[table, split] for table in ("games", "decisions"))
    return f"| {split} | {games // contest.seats:,} | {games:,} | {decisions:,} |"


def _columns(columns: tuple[Column, ...]) -> str:
    rows = "\n".join(f"| `{each.name}` | {each.type_text} | {each.about} |" for each in columns)
    return f"| column | type | meaning |\n|---|---|---|\n{rows}"
