"""What a policy itself says of the answers of one moment, without any trial."""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.custom_policy import hand_end
from sixth.sim.engine.layout import CARD_SHIFT, LANES, Bytes, Plan
from sixth.sim.policy.network import ANSWER, LOGITS, ROW_INPUTS, TILE, Floats, evaluate
from sixth.sim.policy.row_features import row_features, row_price
from sixth.sim.search.determinization import Moment, set_table
from sixth.sim.search.playouts import CARD_NET, NOBODY, Block, logits

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_ROW: Final = np.uint8(127)


@compiled
def opinion(b: Block, player: Floats, plan: Plan, moment: Moment, answers: Bytes, values: Floats) -> None:
    """Write the logit of each of `answers` (as in `trial.try_answers`) to `values`."""
    turn = moment.turn
    end = hand_end(plan, turn)
    set_table(b, moment, plan, turn)
    for strip in range(turn * plan.seats, plan.turns * plan.seats):
        b.cards[strip * LANES : strip * LANES + TILE] = moment.known[strip]
    if moment.place == NOBODY:
        logits(b, player[:CARD_NET], plan, turn, end, moment.seat, _ZERO)
        for number in range(answers.size):
            values[number] = b.work[LOGITS + np.uint64(answers[number]) * TILE]
        return
    card = np.uint64(b.cards[(turn * plan.seats + moment.place) * LANES] >> CARD_SHIFT)
    cheapest = np.uint64(255)
    for answer in answers:
        cheapest = min(cheapest, row_price(b.board, plan, card, np.uint64(answer & _ROW), _ZERO))
    for number in range(answers.size):
        row = np.uint64(answers[number] & _ROW)
        row_features(
            b.work, _ZERO, b.board, b.cards, b.seen, plan, turn, end, moment.place, moment.seat, _ZERO, row,
            cheapest,
        )  # fmt: skip
        evaluate(b.work, player[CARD_NET:], ROW_INPUTS)
        values[number] = b.work[ANSWER]
