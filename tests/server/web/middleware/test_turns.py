"""Requests of one address take turns: whoever sends many at once waits for them, and nobody else."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.types import Message, Receive, Scope, Send

from sixth.server.web.middleware.turns import Turns

END: Message = {"type": "http.request", "body": b"", "more_body": False}
START: Message = {"type": "http.response.start", "status": 200, "headers": []}


def request(length: int = 0) -> Scope:
    return {"type": "http", "headers": [(b"content-length", b"%d" % length)]}


async def whole() -> Message:
    return END


async def nobody(_message: Message) -> None:
    """Take an answer."""


class Work:
    """An application that reads its form, then is at work on a request until all may go on."""

    def __init__(self) -> None:
        self.at_work = self.most = self.done = 0
        self.go_on = asyncio.Event()

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        await self.go_on.wait()
        self.at_work -= 1
        self.done += 1
        await send(START)


def run(do: Callable[[Work, Turns], Awaitable[None]]) -> None:
    async def started() -> None:
        work = Work()
        await asyncio.wait_for(do(work, Turns(work)), 10)

    asyncio.run(started())


async def settled() -> None:
    """Let everything go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_one_address_has_a_few_worked_on_at_once_and_another_need_not_wait() -> None:
    async def do(work: Work, turns: Turns) -> None:
        many = [asyncio.create_task(turns("many", request(), whole, nobody)) for _ in range(50)]
        await settled()
        assert work.at_work == 4
        other = asyncio.create_task(turns("other", request(), whole, nobody))
        await settled()
        assert work.at_work == 5
        work.go_on.set()
        await asyncio.gather(other, *many)
        assert (work.done, work.most) == (51, 5)

    run(do)


def test_what_waits_for_nothing_is_not_done_in_one_go() -> None:
    async def do(work: Work, turns: Turns) -> None:
        work.go_on.set()
        many = [asyncio.create_task(turns("many", request(), whole, nobody)) for _ in range(50)]
        before, steps = 0, []
        while work.done < 50:
            await asyncio.sleep(0)
            steps.append(work.done - before)
            before = work.done
        assert max(steps) <= 4
        await asyncio.gather(*many)

    run(do)


def test_who_is_slow_to_send_a_form_or_to_read_an_answer_holds_up_nobody() -> None:
    async def do(work: Work, turns: Turns) -> None:
        work.go_on.set()
        never = asyncio.Event()

        async def receive_slowly() -> Message:
            await never.wait()
            return END

        async def read_slowly(_message: Message) -> None:
            await never.wait()

        slow = [asyncio.create_task(turns("one", request(9), receive_slowly, nobody)) for _ in range(10)]
        slow += [asyncio.create_task(turns("one", request(), whole, read_slowly)) for _ in range(10)]
        await settled()
        await turns("one", request(9), whole, nobody)
        for each in slow:
            each.cancel()

    run(do)


def test_a_request_that_breaks_off_gives_its_turn_back() -> None:
    async def do(work: Work, turns: Turns) -> None:
        gone = [asyncio.create_task(turns("one", request(), whole, nobody)) for _ in range(10)]
        await settled()
        for each in gone:
            each.cancel()
        await settled()
        work.go_on.set()
        await turns("one", request(), whole, nobody)

    run(do)
