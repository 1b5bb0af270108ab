"""One game played in all libraries at once, and by the plain rules beside them."""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from sixth.bots import make
from sixth.envs.encoding import Encoder
from sixth.envs.layout import Layout
from sixth.envs.openspiel import SixthGame
from sixth.envs.parallel import TableParallelEnv
from sixth.envs.play import SeededDealer
from sixth.envs.seat import SeatEnv
from sixth.envs.table import TableEnv
from sixth.envs.vector import SeatVectorEnv
from sixth.rules.events import Action, Deal, Lay, Step
from sixth.rules.game import advance
from sixth.rules.options import OPTIONS, Rules
from sixth.rules.state import State, start
from sixth.rules.view import view
from sixth.sim.environment.setup import WAIT


@dataclass(frozen=True)
class Match:
    """What is played: a learner at `seat`, who acts at random, and bots at the other seats."""

    rules: Rules
    opponents: tuple[str, ...]
    seat: int
    seed: int
    reward: Any = "heads"
    max_rounds: int = 2


class Everywhere:
    """The environments of all libraries, which must see and give what the rules say."""

    def __init__(self, match: Match) -> None:
        self.match, self.layout = match, Layout(match.rules)
        self.encoder, self.agent = Encoder(self.layout), f"player_{match.seat}"
        seats = match.rules.seats
        shared: dict[str, Any] = {"reward": match.reward, "max_rounds": match.max_rounds}
        options = {name: getattr(match.rules, name) for name in OPTIONS if name != "seats"}
        mine: dict[str, Any] = {"opponents": match.opponents, "seat": match.seat, **shared, **options}
        self.single, self.vector = SeatEnv(**mine), SeatVectorEnv(2, **mine)
        self.parallel = TableParallelEnv(seats=seats, **shared, **options)
        self.aec = TableEnv(seats=seats, **shared, **options)
        self.spiel = SixthGame({**_parameters(match.rules), **shared}).new_initial_state()
        self.observer = self.spiel.get_game().make_py_observer()
        self.mine = self.single.reset(seed=match.seed)[0]
        self.many = self.vector.reset(seed=[match.seed + 1, match.seed])[0]
        self.all = self.parallel.reset(seed=match.seed)[0]
        self.aec.reset(seed=match.seed)
        self.paid = dict.fromkeys(("single", "vector", "parallel", "aec", "spiel"), 0.0)
        self.last: Any = None

    def dealt(self, step: Step) -> None:
        """OpenSpiel's chance draws what the dealer has dealt; the others have the same seed."""
        drawn = (step.first,) if isinstance(step, Lay) else step.cards if isinstance(step, Deal) else ()
        for outcome in drawn:
            assert outcome in dict(self.spiel.chance_outcomes())
            self.spiel.apply_action(outcome)

    def see(self, state: State, seat: int) -> list[int]:
        """All show `seat` the same; return the actions that they allow."""
        seen, agent = view(state, seat), f"player_{seat}"
        observation, mask = self.encoder.observation(seen, seat), self.encoder.mask(seen, seat)
        shown = [self.all[agent], self.aec.observe(agent)]
        if seat == self.match.seat:
            shown += [self.mine, {name: value[1] for name, value in self.many.items()}]
        for each in shown:
            np.testing.assert_array_equal(each["observation"], observation)
            np.testing.assert_array_equal(each["action_mask"], mask)
        self.observer.set_from(self.spiel, seat)
        np.testing.assert_array_equal(self.observer.tensor, observation)
        allowed = np.flatnonzero(mask).tolist()
        assert self.spiel.legal_actions(seat) == allowed
        return allowed

    def act(self, actions: dict[int, int], *, together: bool) -> None:
        """Every seat in `actions` does the action of that number."""
        everybody = {f"player_{seat}": actions.get(seat, WAIT) for seat in range(self.match.rules.seats)}
        self.all, paid, *_ = self.parallel.step(everybody)
        self.paid["parallel"] += paid[self.agent]
        for seat, action in actions.items():
            assert self.aec.agent_selection == f"player_{seat}"
            self.aec.step(action)
            self.paid["aec"] += self.aec.rewards[self.agent]
        if together:
            self.spiel.apply_actions(list(everybody.values()))
        else:
            self.spiel.apply_action(*actions.values())
        if self.match.seat in actions:
            self.decide(actions[self.match.seat])

    def wait(self) -> None:
        """Where there was nothing to decide in the whole game, waiting ends it."""
        if self.parallel.agents:
            self.paid["parallel"] += self.parallel.step(dict.fromkeys(self.all, WAIT))[1][self.agent]
            self.aec.step(WAIT)
            self.paid["aec"] += self.aec.rewards[self.agent]
        if self.last is None:
            self.decide(WAIT)

    def decide(self, action: int) -> None:
        """The learner acts where bots play the others."""
        self.mine, paid, *self.last = self.single.step(action)
        self.paid["single"] += paid
        other = int(self.many["action_mask"][0].argmax())
        self.many, rewards, ended, cut, infos = self.vector.step(np.array([other, action]))
        self.paid["vector"] += rewards[1]
        assert (ended[1], cut[1]) == (self.last[0], self.last[1])
        if ended[1] or cut[1]:
            final = infos["final_obs"][1]
            for name, value in self.mine.items():
                np.testing.assert_array_equal(final[name], value)


def _parameters(rules: Rules) -> dict[str, Any]:
    """The rules as OpenSpiel's parameters, of which each has one type."""
    known: dict[str, Any] = {name: getattr(rules, name) for name in OPTIONS if name not in ("seats", "deck")}
    known |= {"players": rules.seats, "end": str(rules.end), "tactical": rules.deck == "tactical"}
    return known | ({"deck": rules.deck} if isinstance(rules.deck, int) else {})


def play(match: Match) -> tuple[State, Everywhere]:
    """Play the match everywhere and return its end, or where it was cut."""
    rng, state, dealer = random.Random(match.seed), start(match.rules), SeededDealer(match.seed)
    bots = [make(name) for name in match.opponents]
    bots.insert(match.seat, make("random", seed=match.seed))
    everywhere = Everywhere(match)
    while not state.over:
        if step := dealer.step(state):
            between = state.phase == "lay" or (
                state.phase == "deal" and not state.part and not state.open_deck
            )
            if between and state.round >= match.max_rounds:
                break
            everywhere.dealt(step)
            state = advance(state, None, step)[1]
            continue
        actions: dict[int, int] = {}
        doing: dict[int, Action] = {}
        for seat in state.to_act:
            allowed, seen = everywhere.see(state, seat), view(state, seat)
            action = rng.choice(seen.legal) if seat == match.seat else bots[seat].act(seen)
            actions[seat], doing[seat] = everywhere.layout.number(action), action
            assert actions[seat] in allowed
        everywhere.act(actions, together=state.phase == "choose")
        for seat, action in doing.items():
            state = advance(state, seat, action)[1]
    everywhere.wait()
    everywhere.paid["spiel"] = everywhere.spiel.returns()[match.seat]
    return state, everywhere
