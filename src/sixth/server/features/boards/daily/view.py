"""The page of a day's deal."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from sixth.i18n import date_text, time_left_text
from sixth.server.features.boards.chain import Chain
from sixth.server.features.boards.daily.service import Daily
from sixth.server.features.boards.daily.text import (
    beside_text,
    level,
    place_text,
    result_text,
    share_text,
)
from sixth.server.features.boards.deals import Attempt
from sixth.server.features.boards.field_view import field_text, histogram
from sixth.server.features.boards.results import Results
from sixth.server.web.views.choices import ChoiceLine
from sixth.text import heads_text


def daily_page(
    chain: Chain,
    day: date,
    attempts: Mapping[date, Attempt],
    field: Results | None,
    daily: Daily,
    *,
    par: int | None,
    choices: Sequence[ChoiceLine],
    url: str,
) -> Mapping[str, object]:
    """Return the values of the page of `day`, at `url`, for a player with these `attempts` by day.

    `choices` are those of the player beside the field's; `par` is what a bot takes on the player's seat, None
    if the player is not to know that. `bars` and `field_text` have everybody's results; they are empty as
    long as these would help a try of today. `own` is the player's own game. `finished` has the heads of the
    browser's finished games, by day.
    """
    mine, today = attempts.get(day), daily.today
    over = mine if mine is not None and mine.over else None
    unfinished = next((each for at, each in attempts.items() if at != day and not each.over), None)
    return {
        "day": day,
        "on": date_text(day),
        "today": today,
        "is_today": day == today,
        "earlier": day - timedelta(days=1) if day > chain.begins else None,
        "later": day + timedelta(days=1) if day < today else None,
        "seconds_left": daily.seconds_left,
        "time_left": time_left_text(daily.seconds_left),
        "first": chain.begins,
        "begins": date_text(chain.begins),
        "anchor": chain.anchor,
        "promise": chain.promise(day),
        "own": mine and {**_own(mine, field, par, url), "choices": choices},
        "unfinished": unfinished and {"table_id": unfinished.table_id, "on": date_text(unfinished.day)},
        "bars": histogram(field, over.heads if over else None) if field else (),
        "field_text": field_text(field.players) if field else "",
        "finished": {each.day.isoformat(): each.heads for each in attempts.values() if each.over},
    }


def _own(mine: Attempt, field: Results | None, par: int | None, url: str) -> Mapping[str, object]:
    """Return the values of the player's own game; its texts are "" until it is over."""
    turns = [
        {"number": number, "heads": heads, "level": level(heads)}
        for number, heads in enumerate(mine.turns, 1)
    ]
    place = share = beside = result = ""
    if mine.over and field is not None:
        place = place_text(
            field.more(mine.heads), field.same(mine.heads) - mine.counted, field.players - mine.counted
        )
        share = share_text(mine.day, mine.turns, url)
        beside = beside_text(par, mine.heads, mine.bots)
        result = result_text(field, mine.heads) if mine.counted else heads_text(mine.heads)
    texts = {"result": result, "place": place, "beside": beside, "share": share}
    return {"attempt": mine, "turns": turns, "par": par, **texts}
