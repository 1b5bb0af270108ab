"""Long work is done in pieces, and whoever else waits has a turn between two of them."""

import asyncio

import pytest

from sixth.server.core.pieces import PIECE, in_pieces


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
