"""What the coach's account says of who plays how: for `evenings.py`, from the rounds that it judged."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from evening_coach import read
from evening_play import Field, Indices, Numbers

from sixth.coach.judgement import OWN_PLAYOUTS

ACCOUNTS: Final = ("against", "loss", "policy", "flat")
"""By the coach against what the policy would answer, and against the best answer; by two networks alone."""


class Drawn(NamedTuple):
    """Rounds of people, drawn from judged ones: what each took, and what its choices cost."""

    heads: Numbers
    lost: Numbers


@dataclass(frozen=True)
class Kind:
    """The judged rounds of a player: its network, and its heads in the long run."""

    network: int
    strength: float
    heads: Numbers
    accounts: dict[str, Numbers]
    """Rounds × samples."""

    def noise(self, account: str) -> float:
        """Return the share of the spread within rounds that more playouts would take away, as a variance."""
        one, other = self.accounts[account].T
        return float((one - other).var() / 4 / self.accounts[account].mean(axis=1).var())


class Accounts:
    """The judged rounds of a population."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds: Final = kinds
        self.strength: Final = np.array([kind.strength for kind in kinds])

    def means(self, account: str) -> tuple[Numbers, Numbers]:
        """Return the mean of an account by kind, and its error."""
        rounds = [kind.accounts[account].mean(axis=1) for kind in self.kinds]
        return np.array([each.mean() for each in rounds]), np.array(
            [each.std(ddof=1) / len(each) ** 0.5 for each in rounds]
        )

    def fit(self, account: str) -> tuple[Numbers, Numbers]:
        """Return the account as a line over strength, and by how much each kind is off it.

        What kinds seem to be off is by chance, too; that part is taken away.
        """
        means, errors = self.means(account)
        curve = np.polyfit(self.strength, means, 1, w=1 / errors)
        off = means - np.polyval(curve, self.strength)
        real = max(0.0, float((off**2 - errors**2).mean()))
        return curve, off * real / (real + errors**2)

    def draw(
        self, who: Indices, people: Field, heads: Numbers, asked: tuple[str, int], rng: np.random.Generator
    ) -> Drawn:
        """Draw a round of each person, as of the judged player of its network who is nearest in strength.

        `heads` are those of the people in the long run; asked for are an account, and its playouts.
        """
        account, playouts = asked
        curve, off = self.fit(account)
        apart = [
            np.where(people.networks == kind.network, abs(heads - kind.strength), np.inf)
            for kind in self.kinds
        ]
        which, strength = np.argmin(apart, axis=0)[who], heads[who]
        taken, lost = np.empty((2, *who.shape))
        for number, kind in enumerate(self.kinds):
            here = which == number
            rounds = rng.integers(len(kind.heads), size=int(here.sum()))
            values = kind.accounts[account].mean(axis=1)
            noise = kind.noise(account)
            narrower = max(0.0, 1 - noise + noise * OWN_PLAYOUTS / playouts) ** 0.5
            taken[here] = (kind.heads - kind.heads.mean())[rounds] + strength[here]
            lost[here] = narrower * (values - values.mean())[rounds] + off[number]
        return Drawn(taken, lost + np.polyval(curve, strength))


def accounts_of(file: Path, judged: Field, people: Field, heads: Numbers) -> Accounts:
    """Return the accounts in a file; who was judged has the heads of the person most like them."""
    kinds = []
    rounds = by_who(read(file))
    for who, (network, strict) in enumerate(zip(judged.networks, judged.inverse_temperatures, strict=True)):
        apart = np.where(people.networks == network, abs(people.inverse_temperatures - strict), np.inf)
        kinds.append(_kind(rounds[str(who)], int(network), float(heads[apart.argmin()])))
    return Accounts(kinds)


def by_who(lines: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the lines by who played."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        found[line["who"]].append(line)
    return found


def _kind(lines: Sequence[dict[str, Any]], network: int = 0, strength: float = 0.0) -> Kind:
    some = [line for line in lines if "loss" in line]
    return Kind(
        network,
        strength,
        np.array([line["heads"] for line in some], dtype=np.float64),
        {account: np.array([line[account] for line in some]) for account in ACCOUNTS},
    )


def report(accounts: Accounts, bots: Sequence[dict[str, Any]], say: Callable[..., None]) -> None:
    """Say whether those whose choices cost less take fewer heads: of people, and of the levels."""
    for account in ACCOUNTS:
        means, errors = accounts.means(account)
        _, off = accounts.fit(account)
        noise = [kind.noise(account) for kind in accounts.kinds] if account in ACCOUNTS[:2] else [0.0]
        say(
            f"account.{account}",
            rounds=sum(len(kind.heads) for kind in accounts.kinds),
            correlation_with_heads=round(float(np.corrcoef(accounts.strength, means)[0, 1]), 3),
            error_of_a_mean=round(float(errors.mean()), 2),
            off_by_style=round(float((off**2).mean() ** 0.5), 2),
            sd_of_a_round=round(
                float(np.mean([kind.accounts[account].mean(axis=1).std() for kind in accounts.kinds])), 2
            ),
            of_it_playouts=round(float(np.mean(noise)), 2),
        )
    levels = {name: _kind(lines) for name, lines in by_who(bots).items()}
    every = {name: [line["heads"] for line in lines] for name, lines in by_who(bots).items()}
    for name, kind in levels.items():
        found: dict[str, object] = {"heads": _mean(np.array(every[name]))}
        found |= {account: _mean(kind.accounts[account].mean(axis=1)) for account in ACCOUNTS}
        say(f"account.of.{name}", rounds=len(every[name]), judged=len(kind.heads), **found)


def _mean(values: Numbers) -> tuple[float, float]:
    return round(float(values.mean()), 2), round(float(1.96 * values.std(ddof=1) / len(values) ** 0.5), 2)
