"""Blocks of 1,024 rounds played by networks, each round in a lane of the kernel."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.bots.kernel_answers import answer_codes, thread_block, utility_sign
from sixth.bots.observation import observe, plan_of
from sixth.coach.judgement import seed_of
from sixth.coach.outlook import CardOutlook, Outlook
from sixth.coach.reference import OWN, model
from sixth.rules.events import Action
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.sim.engine.layout import CARD_SHIFT, LANES, SCORE, SEAT_MASK, ZERO, Bytes
from sixth.sim.policy.network import Floats
from sixth.sim.search.determinization import set_heads, set_table
from sixth.sim.search.drafts import DraftMoment, draft_on, lay_open
from sixth.sim.search.examples import begin
from sixth.sim.search.playouts import NOBODY, Lineup, Moment, play_on

ROUNDS: Final = int(LANES)
"""Rounds of a block."""

PLAYOUTS: Final = 1_024
"""The default number of playouts of an outlook for each answer."""

_WORLDS: Final = 128


def play_rounds(
    rules: Rules, seats: int, players: Floats, who: NDArray[np.uint64], *, luck: np.uint64, first: int = 0
) -> NDArray[np.int64]:
    """Return the heads of `ROUNDS` rounds with `seats` seats, with their drafts: rounds × seats.

    `who` has the index in `players` of the player of each seat; the block of the thread has their inverse
    temperatures. Cards and choices follow from `luck` and the number of a round, which starts at `first`.
    """
    plan, b, lineup = plan_of(rules, seats), thread_block(), Lineup(players, who)
    if rules.drafts:
        lay_open(b, plan)
        b.streams[:] = np.uint64(first) + np.arange(ROUNDS, dtype=np.uint64)
        draft_on(b, lineup, plan, luck, LANES, DraftMoment(ZERO, ZERO, False))
    else:
        begin(b, plan, luck, np.uint64(first))
        play_on(b, lineup, plan, luck, LANES, Moment(ZERO), plan.turns)
    scores = b.board[int(SCORE) : int(SCORE) + seats * ROUNDS].reshape(seats, -1).T
    return scores.astype(np.int64)


def outlooks_of(
    view: View, answers: Sequence[Action], *, playouts: int = PLAYOUTS, seed: int = 0
) -> dict[Action, Outlook]:
    """Return the outlook of each of `answers` (in `view.legal`), from `playouts` or more playouts each.

    Worlds and players are drawn as in a judgement. Cards that are dealt later in the round are left out. The
    result is empty for picks, in flip games and where the most heads win. The same arguments give the same
    result.
    """
    if view.phase == "pick" or view.rules.flips or not heads_hurt(view.rules):
        return {}
    codes = answer_codes(view)[[view.legal.index(each) for each in answers]]
    each = ROUNDS // len(codes)
    times = -(-playouts // each)
    rng = np.random.default_rng(seed_of(view, seed))
    rounds: Counter[tuple[int, int]] = Counter()
    heads: Counter[tuple[int, int]] = Counter()
    for _ in range(times):
        for answer, card, count, sum_of_heads in _block(view, codes, each, rng):
            rounds[answer, card] += count
            heads[answer, card] += sum_of_heads
    number = each * times
    return {
        answer: tuple(
            CardOutlook(card, round(100 * rounds[at, card] / number), round(10 * heads[at, card] / number))
            for card in view.hand
        )
        for at, answer in enumerate(answers)
    }


def _block(view: View, codes: Bytes, each: int, rng: np.random.Generator) -> list[tuple[int, int, int, int]]:
    """Play a block of rounds, `each` of them for every answer; return the heads that own cards took.

    An item has the index of an answer, a card, the number of rounds in which it took heads, and the heads.
    """
    luck, block = np.uint64(rng.integers(2**53)), thread_block()
    plan, observation = observe(view)
    seat, seats, first = int(observation.seat), int(plan.seats), int(observation.turn)
    sign = utility_sign(view)
    worlds, seating = model().determinize(
        plan, observation, pool=_WORLDS, worlds=_WORLDS, sign=sign, seed=luck, players_by=rng.random(seats)
    )
    seating.assign(seat, np.float32(OWN) * sign)
    who, inverse_temperatures = seating.draw()
    lineup = Lineup(model().players, who)
    set_table(block, observation, plan, observation.turn)
    set_heads(block, observation, plan)
    cards, games = block.cards.reshape(-1, ROUNDS), each * len(codes)
    temperatures = block.inverse_temperature.reshape(-1, ROUNDS)
    world, strips = np.arange(each) % worlds.shape[1], slice(first * seats, int(plan.turns) * seats)
    chooses = observation.place == NOBODY
    for at, code in enumerate(codes):
        lanes = slice(at * each, (at + 1) * each)
        # All answers have the same luck.
        block.streams[lanes] = np.arange(each, dtype=np.uint64)
        cards[strips, lanes] = worlds[strips][:, world]
        temperatures[:seats, lanes] = inverse_temperatures[:, world]
        here, there = first * seats + seat, (first + int(code)) * seats + seat
        if not chooses:
            block.forced[lanes] = code
        elif here != there:
            cards[[here, there], lanes] = cards[[there, here], lanes]
    takes: list[tuple[int, int, int, int]] = []
    score = block.board.reshape(-1, ROUNDS)[int(SCORE) // ROUNDS + seat, :games]
    before = score.astype(np.int64)
    for turn in range(first, int(plan.turns)):
        is_first = turn == first
        moment = Moment(
            np.uint64(turn),
            observation.seat if is_first and chooses else NOBODY,
            observation.place if is_first else NOBODY,
        )
        play_on(block, lineup, plan, luck, np.uint64(games), moment, np.uint64(turn + 1))
        gains, before = score - before, score.astype(np.int64)
        turn_cards = cards[turn * seats : (turn + 1) * seats, :games]
        own = np.where((turn_cards & SEAT_MASK) == seat, turn_cards, 0).max(axis=0) >> CARD_SHIFT
        takes += [(int(at) // each, int(own[at]), 1, int(gains[at])) for at in np.nonzero(gains)[0]]
    return takes
