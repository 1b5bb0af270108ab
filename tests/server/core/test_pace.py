"""Many who ask at the same moment go on a few at a time, and everything else has its turn between them."""

import asyncio

import pytest

from sixth.server.core.pace import PIECE, Pace, in_pieces


def test_of_many_a_few_go_on_each_time_in_the_order_in_which_they_came() -> None:
    async def do() -> None:
        pace, gone, together = Pace(), [], [0]

        async def one(number: int) -> None:
            await pace()
            gone.append(number)
            together[-1] += 1

        asked = [asyncio.create_task(one(number)) for number in range(50)]
        while len(gone) < len(asked):
            await asyncio.sleep(0)
            together.append(0)
        assert gone == list(range(50))
        assert max(together) == 4

    asyncio.run(do())


def test_who_asks_alone_does_not_wait() -> None:
    async def do() -> None:
        pace = Pace()
        for _ in range(20):
            await asyncio.wait_for(pace(), 1)
            await asyncio.sleep(0)

    asyncio.run(do())


def test_who_has_gone_away_holds_up_nobody() -> None:
    async def do() -> None:
        pace = Pace()
        asked = [asyncio.create_task(pace()) for _ in range(20)]
        await asyncio.sleep(0)
        for each in asked[4:15]:
            each.cancel()
        await asyncio.wait_for(asyncio.gather(*asked[15:]), 1)

    asyncio.run(do())


@pytest.mark.parametrize("count", [0, 1, PIECE, PIECE + 1, 5 * PIECE])
def test_all_comes_in_its_order_and_others_have_their_turn_between_two_pieces(count: int) -> None:
    async def run() -> list[str | int]:
        seen: list[str | int] = []

        async def other() -> None:
            while True:
                seen.append("other")
                await asyncio.sleep(0)

        waiting = asyncio.create_task(other())
        async for piece in in_pieces(range(count)):
            seen.extend(piece)
        waiting.cancel()
        return seen

    seen = asyncio.run(run())
    assert [each for each in seen if each != "other"] == list(range(count))
    turns = [at for at, each in enumerate(seen) if each == "other"]
    starts = [0, *(at + 1 for at in turns)]
    assert all(end - start <= PIECE for start, end in zip(starts, [*turns, len(seen)], strict=True))
