"""The coach: what each decision was worth, and how much of a result was luck."""

from sixth.coach.account import AnswerValue, Decision, Interval, Kind, Review, RoundReview, Verdict
from sixth.coach.codec import review_from_json, review_to_json
from sixth.coach.positions import CannotReviewError, Position, Round, rounds_of
from sixth.coach.reviewing import Progress, review

__all__ = [
    "AnswerValue",
    "CannotReviewError",
    "Decision",
    "Interval",
    "Kind",
    "Position",
    "Progress",
    "Review",
    "Round",
    "RoundReview",
    "Verdict",
    "review",
    "review_from_json",
    "review_to_json",
    "rounds_of",
]
