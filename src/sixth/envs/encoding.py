"""Encodings of a view: the numbers of an observation, and the mask of legal actions."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth.envs.layout import Layout
from sixth.rules.view import View
from sixth.sim.environment.setup import HIGHEST, PHASES, WAIT

_PHASES: Final = {phase: number for number, phase in enumerate(PHASES)}


class SharedNumbers(NamedTuple):
    """The numbers that the observations of all seats share, and by field those of all seats, twice."""

    common: bytearray
    by_seat: list[tuple[int, bytes]]


class Encoder:
    """The encoder of views by `layout`; it reads nothing but the view."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rules = layout.rules
        self._at = {name: field.start for name, field in layout.fields.items()}
        # Index 0 stands for no card, so that a card's number is its place.
        self._unseen = {
            players: (b"\0" + b"\1" * layout.rules.deck_size(players)).ljust(layout.deck + 1, b"\0")
            for players in range(layout.rules.seats + 1)
        }

    def board(self, view: View) -> SharedNumbers:
        """Return the numbers of `view` that the observations of all seats share."""
        rules, at = self._rules, self._at
        values = bytearray(self._layout.size)
        values[at["clock"]] = min(view.round, HIGHEST)
        values[at["clock"] + 1] = view.turn
        heads_of = rules.heads_of
        place = at["rows"]
        for row in view.rows:
            values[place : place + 4] = (row[0], row[-1], len(row), sum([heads_of[card] for card in row]))
            place += 4
        if rules.drafts:
            for card in view.open_deck:
                values[at["open"] + card - 1] = 1
        else:
            unseen = bytearray(self._unseen[len(view.seats_in)])
            for cards in (*view.rows, *view.piles):
                for card in cards:
                    unseen[card] = 0
            for card, _ in view.pending:
                unseen[card] = 0
            values[at["unseen"] : at["unseen"] + self._layout.deck] = unseen[1:]
        totals = (
            view.totals if max(view.totals) <= HIGHEST else [min(total, HIGHEST) for total in view.totals]
        )
        by_seat = (
            ("counts", view.counts),
            ("heads", [sum([heads_of[card] for card in pile]) for pile in view.piles]),
            ("totals", totals),
            ("playing", [other in view.seats_in for other in range(rules.seats)]),
        )
        # Twice, so that a slice can begin at any seat.
        return SharedNumbers(values, [(at[name], bytes((*numbers, *numbers))) for name, numbers in by_seat])

    def observation(self, view: View, seat: int, board: SharedNumbers | None = None) -> NDArray[np.uint8]:
        """Return the observation of `seat`: uint8, shape (`layout.size`,).

        `board` comes from a view of the same state, of any seat.
        """
        rules, at = self._rules, self._at
        common, by_seat = board or self.board(view)
        values = common.copy()
        acts = seat in view.to_act
        values[at["phase"] + (_PHASES[view.phase] if acts else len(PHASES) - 1)] = 1
        for card, owner in view.pending:
            values[at["pending"] + (owner - seat) % rules.seats] = card
        for start, numbers in by_seat:
            values[start : start + rules.seats] = numbers[seat : seat + rules.seats]
        if not rules.flips:
            start = at["hand"] - 1
            for card in view.hand:
                values[start + card] = 1
        if rules.drafts:
            for other in range(1, rules.seats):
                place = at["hands"] + (other - 1) * self._layout.deck - 1
                for card in view.open_hands[(seat + other) % rules.seats]:
                    values[place + card] = 1
        else:
            start = at["unseen"] - 1
            for card in view.hand:
                values[start + card] = 0
        return np.frombuffer(values, dtype=np.uint8)

    def mask(self, view: View, seat: int) -> NDArray[np.int8]:
        """Return the mask of legal actions of `seat`: int8, shape (`layout.actions`,), 1 for legal."""
        mask = bytearray(self._layout.actions)
        if seat not in view.to_act:
            mask[WAIT] = 1
        elif view.phase == "choose":
            for card in view.hand:
                mask[card] = 1
        else:
            for action in view.legal:
                mask[self._layout.number(action)] = 1
        return np.frombuffer(mask, dtype=np.int8)

    def masked(self, view: View, seat: int, board: SharedNumbers | None = None) -> dict[str, NDArray[Any]]:
        """Return the observation of `seat` and the mask of its actions, as environments give them."""
        return {"observation": self.observation(view, seat, board), "action_mask": self.mask(view, seat)}
