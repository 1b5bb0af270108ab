"""The page of a day's deal."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from sixth.i18n import date_text, time_left_text
from sixth.server.features.daily.chain import Chain
from sixth.server.features.daily.service import Attempt, Daily, DayResults
from sixth.server.features.daily.text import (
    beside_text,
    field_text,
    level,
    place_text,
    result_text,
    share_text,
)
from sixth.server.web.views.axes import Axis
from sixth.text import heads_text

_MAX_BARS: Final = 16
_WIDTHS: Final = (1, 2, 3, 5, 10, 20)
"""Widths of a bar, in numbers of heads."""

_TOP, _BOTTOM, _SIDE, _WIDE = 22, 120, 4, 352
"""Edges of the bars in the drawing, which is 360 wide and 150 high."""


def daily_page(
    chain: Chain,
    day: date,
    attempts: Mapping[date, Attempt],
    field: DayResults | None,
    daily: Daily,
    *,
    par: int | None,
    url: str,
) -> Mapping[str, object]:
    """Return the values of the page of `day`, at `url`, for a player with these `attempts` by day.

    `par` is what a bot takes on the player's seat, None if the player is not to know that. `bars` and
    `field_text` have everybody's results; they are empty as long as these would help a try of today. `own` is
    the player's own game. `finished` has the heads of the browser's finished games, by day.
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
        "own": mine and _own(mine, field, par, url),
        "unfinished": unfinished and {"table_id": unfinished.table_id, "on": date_text(unfinished.day)},
        "bars": histogram(field, over.heads if over else None) if field and field.players else (),
        "field_text": field_text(field.players) if field else "",
        "finished": {each.day.isoformat(): each.heads for each in attempts.values() if each.over},
    }


def _own(mine: Attempt, field: DayResults | None, par: int | None, url: str) -> Mapping[str, object]:
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


def histogram(field: DayResults, own: int | None) -> Sequence[Mapping[str, Any]]:
    """Return the bars of the players who took `least` to `most` heads; the bar of `own` heads is marked."""
    top = max(*field.counts, own or 0)
    width = next((each for each in _WIDTHS if top // each < _MAX_BARS), _WIDTHS[-1])
    groups = range(top // width + 1)
    players = [sum(field.counts.get(at * width + more, 0) for more in range(width)) for at in groups]
    x, y = Axis(0, len(groups), _SIDE, _SIDE + _WIDE), Axis(0, max(*players, 1), _BOTTOM, _TOP)
    width_of_bar = round(_WIDE / len(groups) * 0.86, 1)
    return [
        {
            "least": at * width,
            "most": at * width + width - 1,
            "players": players[at],
            "own": own is not None and own // width == at,
            "x": x.at(at),
            "y": y.at(players[at]),
            "width": width_of_bar,
            "middle": x.at(at) + width_of_bar / 2,
            "height": y.bar(0, players[at])[1],
        }
        for at in groups
    ]
