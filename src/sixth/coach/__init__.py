"""The coach: the value of each decision, and the share of luck in a result.

`review` and `Progress` are loaded on first use: their kernels take seconds to load, and a program that only
reads reviews needs none.
"""

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from sixth.coach.account import (
    Account,
    AnswerValue,
    Decision,
    Estimate,
    ExactAnswer,
    Interval,
    Kind,
    Review,
    RoundOdds,
    RoundReview,
    Verdict,
)
from sixth.coach.codec import review_from_json, review_to_json
from sixth.coach.positions import CannotReviewError, Position, Round, rounds_of
from sixth.extras import require_extra

if TYPE_CHECKING:
    from sixth.coach.reviewing import Progress, review

__all__ = [
    "Account",
    "AnswerValue",
    "CannotReviewError",
    "Decision",
    "Estimate",
    "ExactAnswer",
    "Interval",
    "Kind",
    "Position",
    "Progress",
    "Review",
    "Round",
    "RoundOdds",
    "RoundReview",
    "Verdict",
    "review",
    "review_from_json",
    "review_to_json",
    "rounds_of",
]


if not TYPE_CHECKING:  # to a type checker a name that is not listed above is a mistake

    def __getattr__(name: str) -> Any:
        if name in ("Progress", "review"):
            with require_extra("fast"):
                return resolve_name(f"sixth.coach.reviewing:{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
