"""The logits that a policy gives the answers to one observation, without any rollout."""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import turn_up
from sixth.sim.engine.layout import CARD, LANES, ONE, ZERO, Bytes, Plan
from sixth.sim.policy.architecture import CARD_NET, PICKS
from sixth.sim.policy.block import Block, hand_of
from sixth.sim.policy.hand_network import hand_logits
from sixth.sim.policy.hand_tokens import Tokens, write_tokens
from sixth.sim.policy.network import ANSWER, LOGITS, NOTES, ROW_INPUTS, TILE, Floats, evaluate
from sixth.sim.policy.row_features import CHEAPEST, LANE, ROW, row_features, row_price
from sixth.sim.search.determinization import Observation, set_table
from sixth.sim.search.drafts import DraftObservation, pick_logits, set_draft
from sixth.sim.search.playouts import NOBODY, card_logits

_ROW_BITS: Final = np.uint8(127)


@compiled
def logits_of_answers(
    b: Block, player: Floats, plan: Plan, observation: Observation, answers: Bytes, logits: Floats
) -> None:
    """Write the logit of each of `answers` (uint8, as in `Playouts`) to `logits` (float32, answers).

    `player` is float32, `PLAYER`; `b` is a block to work in.
    """
    turn = observation.turn
    _set_moment(b, plan, observation)
    if observation.place == NOBODY:
        strips = b.work[LOGITS:NOTES]
        logits_of_hand = strips.reshape((1, strips.size))
        hand = hand_of(plan, observation.seat, turn)
        card_logits(b, player.reshape((1, player.size)), logits_of_hand, plan, hand, ZERO)
        for number in range(answers.size):
            logits[number] = b.work[LOGITS + np.uint64(answers[number]) * TILE]
        return
    turn_up(b.board, b.cards, turn * plan.seats + observation.place)
    card = np.uint64(b.board[CARD])
    cheapest = np.uint64(255)
    for answer in answers:
        cheapest = min(cheapest, row_price(b.board, plan, card, np.uint64(answer & _ROW_BITS), ZERO))
    count = np.uint64(answers.size)
    for number in range(count):
        b.questions[LANE + number] = ZERO
        b.questions[ROW + number] = np.uint64(answers[number] & _ROW_BITS)
        b.questions[CHEAPEST + number] = cheapest
    row_features(b, plan, turn, observation.place, count)
    evaluate(b.work, player[CARD_NET:], ROW_INPUTS)
    logits[:] = b.work[ANSWER : ANSWER + count]


@compiled
def logits_of_hand(
    b: Block,
    player: Floats,
    hand_network: Floats,
    plan: Plan,
    observation: Observation,
    tokens: Tokens,
    logits: Floats,
) -> None:
    """Write the logit that a hand network gives each card of the hand to `logits` (float32, cards).

    `player` is float32, `PLAYER`, `hand_network` float32, `HAND_NETWORK`; `b` and `tokens` (of one game) are
    memory to work in.
    """
    _set_moment(b, plan, observation)
    hand = hand_of(plan, observation.seat, observation.turn)
    write_tokens(b, player[:CARD_NET], plan, hand, ONE, tokens)
    hand_logits(hand_network, tokens, ZERO, logits)


@compiled
def _set_moment(b: Block, plan: Plan, observation: Observation) -> None:
    """Give the first tile the table and the known cards of the present turn."""
    set_table(b, observation, plan, observation.turn)
    for strip in range(observation.turn * plan.seats, plan.turns * plan.seats):
        b.cards[strip * LANES : strip * LANES + TILE] = observation.known[strip]


@compiled
def logits_of_picks(
    b: Block, player: Floats, plan: Plan, observation: DraftObservation, logits: Floats
) -> None:
    """Write the logit of each open card, in ascending order of the cards, to `logits` (float32, cards).

    `player` is float32, `PLAYER`; `b` is a block to work in.
    """
    set_draft(b, observation, plan)
    pick_logits(b, player[PICKS:], plan, observation.seat, ZERO)
    for number in range(np.uint64(logits.size)):
        logits[number] = b.work[LOGITS + number * TILE]
