"""Records of a benchmark that a kill has cut short."""

from io import BytesIO
from pathlib import Path

from sixth.arena.benchmark.playing import play_benchmark
from sixth.arena.benchmark.records import results_in, whole_deals
from tests.arena.benchmark.small import BOT, SMALL, games_in


def test_only_whole_deals_of_cut_records_count(tmp_path: Path) -> None:
    records = tmp_path / "records"
    results = play_benchmark(SMALL, BOT, 0.4, workers=1, records=records)
    text = records.read_bytes()
    sizes = [len(b"".join(game)) for game in games_in(records)]
    # Two deals of three seats, then deals of two seats.
    ends = {0, sum(sizes[:3]), *(sum(sizes[:count]) for count in range(6, len(sizes) + 1, 2))}
    for cut in range(0, len(text) + 1, 997):
        end = whole_deals(BytesIO(text[:cut]), SMALL, 0.4)
        assert end == max(each for each in ends if each <= cut)
    assert whole_deals(BytesIO(text), SMALL, 0.4) == len(text)
    played = [deal.heads for part in results.values() for deal in part]
    lines = BytesIO(text)
    assert [deal.heads for _, deal in results_in(lines, SMALL, BOT, 0.4, name="x")] == played
    part = BytesIO(text[: max(ends - {len(text)})])
    again = [deal.heads for _, deal in results_in(part, SMALL, BOT, 0.4, name="x", unfinished=True)]
    assert again == played[:-1]
