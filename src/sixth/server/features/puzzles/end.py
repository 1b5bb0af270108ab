"""The page that ends a day's five puzzles: the result, the others', and what comes next."""

from collections.abc import Mapping, Sequence

from sixth.coach.text import interval_text
from sixth.i18n import date_text, gettext as _, time_left_text
from sixth.puzzles import AnswerLoss, shipped
from sixth.puzzles.text import theme_text
from sixth.server.features.puzzles.text import level, lost_text, place_text, score_text, share_text
from sixth.server.features.puzzles.today import Today


def end_page(today: Today, field: Mapping[int, int], seconds_left: int, url: str) -> Mapping[str, object]:
    """Return what the page shows of five answers; `field` counts the others by what they solved at once."""
    losses = [each for each in today.losses if each is not None]
    right, others = sum(not level(each) for each in losses), sum(field.values())
    return {
        "on": date_text(today.day),
        "day": today.day.day,
        "right": _("{right} of {count} right").format(right=right, count=len(losses)),
        "score": score_text(sum(each.loss for each in losses)),
        "answers": [_answer(today, at, each) for at, each in enumerate(losses)],
        "place": place_text(sum(field[each] for each in field if each < right), field.get(right, 0), others),
        "bars": _bars(field, right, len(losses)) if others else (),
        "streak": today.streak,
        "share": share_text(today.day, losses, url),
        "time_left": time_left_text(seconds_left),
        "seconds_left": seconds_left,
        "practise": _practise(today, losses),
    }


def _answer(today: Today, at: int, loss: AnswerLoss) -> Mapping[str, object]:
    return {
        "number": today.numbers[at],
        "level": at + 1,
        "grade": level(loss),
        "lost": lost_text(loss.loss),
        "interval": interval_text(loss.ci) if level(loss) else "",
    }


def _bars(field: Mapping[int, int], own: int, most: int) -> Sequence[Mapping[str, object]]:
    """Return how many people solved each number of puzzles, the reader among them, the most first."""
    counts = {right: field.get(right, 0) + (right == own) for right in range(most, -1, -1)}
    top = max(counts.values())
    return [
        {"right": right, "players": count, "own": right == own, "percent": round(100 * count / top)}
        for right, count in counts.items()
    ]


def _practise(today: Today, losses: Sequence[AnswerLoss]) -> Mapping[str, str] | None:
    """Return the theme of the answer that lost most, None where nothing was lost."""
    number, worst = max(zip(today.numbers, losses, strict=True), key=lambda pair: pair[1].loss)
    theme = shipped()[number - 1].theme
    return {"name": theme, "title": theme_text(theme)} if level(worst) else None
