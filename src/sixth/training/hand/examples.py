"""Examples of whole hands for a hand network; like those of single answers they need no PyTorch."""

from dataclasses import dataclass

import numpy as np

from sixth.bots.observation import plan_of
from sixth.sim.engine.layout import hand_end
from sixth.sim.policy.hand_tokens import Tokens, room_for
from sixth.sim.policy.network import Floats
from sixth.sim.search.hand_examples import TriedHands, hand_examples
from sixth.training.examples import GAMES, ExampleTask, desk_for, sign_of


@dataclass(frozen=True)
class HandQuestions:
    """Questions which card of a hand to play, and what each card cost; all hands have equally many cards."""

    tokens: Tokens
    cost: Floats
    """The heads still to come if that card is played, less a share of those of the others: a mean over
    worlds, (questions, cards)."""
    sign: int
    """1 where few heads are good, -1 where many are."""


def make_hand_questions(task: ExampleTask) -> HandQuestions:
    """Ask the question of a task, which is about a card, in each of its games."""
    plan, desk = plan_of(task.rules, task.rules.seats), desk_for(task)
    cards = int(hand_end(plan, np.uint64(task.turn))) - task.turn
    tokens = room_for(GAMES, cards, int(plan.rows))
    cost = np.empty((GAMES, cards), dtype=np.float32)
    numbers = np.uint64(task.seed), np.uint64(task.game), np.uint64(task.turn)
    tried = TriedHands(tokens, cost, np.uint64(task.worlds), np.float32(task.rivals))
    hand_examples(desk.block, desk.backup, desk.lineup, plan, *numbers, tried)
    return HandQuestions(tokens, cost, sign_of(task.rules))
