"""A start: PPO with masks (sb3-contrib) on the vector environment, and the result in the arena.

    python examples/ppo.py train runs/ppo --minutes 15
    sixth arena ppo,careful,careful,careful --bot ppo='python examples/ppo.py play runs/ppo'

It needs `pip install 'sixth[envs,rl,arena]'`. A small network looks at each card of the hand by itself, with
the row below it and what is unseen between, another at each row: what it learns of one card serves all.
"""

import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from sixth.arena import serve_bot
from sixth.envs import Layout, rules_of
from sixth.envs.encoding import Encoder

LAYOUT = Layout(rules_of("classic", seats=4, end="rounds:1"))
CARDS, ROWS, HAND, SUMMARY = LAYOUT.deck, LAYOUT.rules.rows, LAYOUT.rules.hand, 16


class Tables(VecEnv):
    """The vector environment as Stable-Baselines3 wants it. An episode is a round."""

    def __init__(self, count: int) -> None:
        options: Any = {"opponents": ["careful"] * 3, "end": "rounds:1"}
        self._envs: Any = gymnasium.make_vec("Sixth-v0", count, "vector_entry_point", **options)
        spaces = self._envs.single_observation_space["observation"], self._envs.single_action_space
        super().__init__(count, *spaces)
        self._heads = np.zeros(count)
        self.ended: list[float] = []  # the heads of each round that has ended

    def reset(self) -> Any:
        return self._seen(self._envs.reset(seed=1)[0])

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, rewards, ended, _, _ = self._envs.step(self._actions)
        self._heads -= rewards
        self.ended += self._heads[ended].tolist()
        self._heads[ended] = 0
        return self._seen(seen), rewards.astype(np.float32) / 10, ended, [{} for _ in rewards]

    def _seen(self, seen: Any) -> Any:
        self._masks = seen["action_mask"].astype(bool)
        return seen["observation"]

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(self._masks)  # `action_masks` is all that is asked for

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [attr_name == "action_masks" or None] * self.num_envs

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...
    def close(self) -> None: ...


class Look(BaseFeaturesExtractor):
    """A logit for each action, and a summary from which the value is estimated."""

    def __init__(self, space: gymnasium.Space[Any]) -> None:
        super().__init__(space, LAYOUT.actions + SUMMARY)
        self.card = nn.Sequential(nn.Linear(11, 32), nn.ReLU(), nn.Linear(32, 1 + SUMMARY))
        self.row = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        field = {name: seen[:, of.start : of.stop] for name, of in LAYOUT.fields.items()}
        rows = field["rows"].reshape(-1, ROWS, 4)
        held, place = field["hand"].topk(HAND, dim=1)  # places of cards; where held is 0 there is none
        gaps = (place + 1)[:, :, None] - rows[:, None, :, 1]
        gap, row = torch.where(gaps > 0, gaps, 999.0).min(dim=2)
        low = (gap > CARDS).float()
        count, heads = (rows[:, :, part].gather(1, row) for part in (2, 3))
        below = field["unseen"].cumsum(dim=1)  # unseen cards up to each card
        between = below.gather(1, place) - (1 - low) * below.gather(1, (place - gap).clamp(min=0).long())
        share = between / below[:, -1:].clamp(min=1)
        left = field["counts"][:, :1].expand(-1, HAND) / 10
        cheapest = rows[:, :, 3].amin(dim=1, keepdim=True).expand(-1, HAND) / 5
        room = 5 - count
        about = [low, gap.clamp(max=50) / 20, room / 5, (room == 0) * 1.0, (room == 1) * 1.0, heads / 10]
        about += [share * 3, (share * 3) ** 2, cheapest, left, (place + 1) / 50]
        told = self.card(torch.stack(about, dim=2)) * held[:, :, None]
        logits = torch.zeros(len(seen), CARDS).scatter(1, place, told[:, :, 0])
        takes = self.row(torch.stack([rows[:, :, 3] / 10, rows[:, :, 2] / 5, rows[:, :, 1] / 50], dim=2))
        return torch.cat([logits[:, :1] * 0, logits, takes[:, :, 0], told[:, :, 1:].sum(dim=1) / 5], dim=1)


class Watch(BaseCallback):
    """Writes a line every 5,000 rounds: minutes, those of the processor, decisions, mean heads."""

    def __init__(self, file: Path, minutes: float) -> None:
        super().__init__()
        self._file, self._minutes, self._begin = file, minutes, time.monotonic()
        self._lines = ["minutes,cpu_minutes,decisions,heads"]

    def _on_step(self) -> bool:
        minutes, ended = (time.monotonic() - self._begin) / 60, self.training_env.ended
        if len(ended) >= 5_000:
            busy, heads = time.process_time() / 60, np.mean(ended)
            self._lines.append(f"{minutes:.2f},{busy:.2f},{self.num_timesteps},{heads:.3f}")
            self._file.write_text("\n".join(self._lines))
            ended.clear()
        return minutes < self._minutes


class PpoBot:
    """The trained network as a bot of Sixth."""

    def __init__(self, folder: str) -> None:
        self._model, self._encoder = MaskablePPO.load(f"{folder}/model.zip"), Encoder(LAYOUT)

    def act(self, view: Any) -> Any:
        seen, mask = (make(view, view.seat) for make in (self._encoder.observation, self._encoder.mask))
        number, _ = self._model.predict(seen, action_masks=mask.astype(bool), deterministic=True)
        return next(action for action in view.legal if LAYOUT.number(action) == number)


def train(folder: Path, minutes: float, decisions: int = 10**9, tables: int = 256) -> None:
    """Train for so many minutes or decisions; write `model.zip` and `curve.csv`."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = {"features_extractor_class": Look, "net_arch": {"pi": [], "vf": [32]}, "ortho_init": False}
    steps: Any = {"n_steps": 64, "batch_size": 2048, "n_epochs": 3, "gamma": 1.0}
    other: Any = {"learning_rate": 3e-3, "ent_coef": 0.003, "policy_kwargs": shape, "device": "cpu"}
    model = MaskablePPO("MlpPolicy", Tables(tables), **steps, **other)
    # The logits are there already, so the last layer only passes them on.
    last = model.policy.action_net.requires_grad_(requires_grad=False)
    nn.init.eye_(last.weight), nn.init.zeros_(last.bias)
    model.learn(decisions, callback=Watch(folder / "curve.csv", minutes))
    model.save(folder / "model.zip")


if __name__ == "__main__":
    torch.set_num_threads(1)  # a second thread would mostly wait
    what, path, *more = sys.argv[1:]
    serve_bot(PpoBot(path)) if what == "play" else train(Path(path), float(more[-1]) if more else 15)
