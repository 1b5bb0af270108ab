"""Fair turns: of many coroutines a few go on at a time, and all others have their turns in between."""

import asyncio

import pytest

from sixth.server.core.pace import BATCH_SIZE, Pace, batches


def test_four_of_many_go_on_in_each_iteration_in_order_of_arrival() -> None:
    async def do() -> None:
        pace, order, together = Pace(), [], [0]

        async def one(number: int) -> None:
            await pace()
            order.append(number)
            together[-1] += 1

        tasks = [asyncio.create_task(one(number)) for number in range(50)]
        while len(order) < len(tasks):
            await asyncio.sleep(0)
            together.append(0)
        assert order == list(range(50))
        assert max(together) == 4

    asyncio.run(do())


def test_one_alone_does_not_wait() -> None:
    async def do() -> None:
        pace = Pace()
        for _ in range(20):
            await asyncio.wait_for(pace(), 1)
            await asyncio.sleep(0)

    asyncio.run(do())


def test_a_cancelled_wait_holds_up_no_other() -> None:
    async def do() -> None:
        pace = Pace()
        tasks = [asyncio.create_task(pace()) for _ in range(20)]
        await asyncio.sleep(0)
        for each in tasks[4:15]:
            each.cancel()
        await asyncio.wait_for(asyncio.gather(*tasks[15:]), 1)

    asyncio.run(do())


@pytest.mark.parametrize("count", [0, 1, BATCH_SIZE, BATCH_SIZE + 1, 5 * BATCH_SIZE])
def test_batches_keep_the_order_and_give_others_a_turn_between_two(count: int) -> None:
    async def run() -> list[str | int]:
        order: list[str | int] = []

        async def other() -> None:
            while True:
                order.append("other")
                await asyncio.sleep(0)

        waiting = asyncio.create_task(other())
        async for batch in batches(range(count)):
            order.extend(batch)
        waiting.cancel()
        return order

    order = asyncio.run(run())
    assert [each for each in order if each != "other"] == list(range(count))
    turns = [at for at, each in enumerate(order) if each == "other"]
    starts = [0, *(at + 1 for at in turns)]
    assert all(end - start <= BATCH_SIZE for start, end in zip(starts, [*turns, len(order)], strict=True))
