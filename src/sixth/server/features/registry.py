"""All features of the site. A line less leaves a feature out, and the site runs without it."""

from typing import Final

from sixth.server.feature import Feature
from sixth.server.features.daily.feature import DAILY
from sixth.server.features.mine.feature import MINE
from sixth.server.features.pad.feature import PAD
from sixth.server.features.puzzles.feature import PUZZLES
from sixth.server.features.reading.feature import READING
from sixth.server.features.reminders.feature import REMINDERS
from sixth.server.features.replay.feature import REPLAY
from sixth.server.features.reviews.feature import REVIEWS

FEATURES: Final[tuple[Feature, ...]] = (READING, PUZZLES, DAILY, MINE, PAD, REMINDERS, REPLAY, REVIEWS)
"""In the order of their links and of their parts of pages."""
