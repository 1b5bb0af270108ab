"""The work of the coach for a site: advice, the worth of turns and rounds, and reviews."""

from sixth.coach import review, review_to_json, rounds_of
from sixth.coach.jobs import account_of, advice_for, round_of_review, whole_review, worth_of
from sixth.coach.judgement import judge_once
from sixth.rules.codec import dumps
from tests.coach.games import recorded


def test_advice_comments_and_review_judge_each_position_once_and_agree() -> None:
    record = recorded("classic", seats=2, rounds=1)
    (each,) = rounds_of(record, 0)
    decisions = [worth_of(position, first=number == 0) for number, position in enumerate(each.positions)]
    judged = judge_once.cache_info().misses
    assert [advice_for(position.view).best for position in each.positions if not position.forced] == [
        decision.best for decision in decisions if decision.verdict != "forced"
    ]
    account_of(each, record.rules)
    whole = whole_review(record.game, 0, [round_of_review(record, 0, 0)])
    assert judge_once.cache_info().misses == judged
    assert whole == dumps(review_to_json(review(record, 0)))
