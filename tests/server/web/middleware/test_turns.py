"""Turns of an address's requests: many at once wait for each other, and those of other addresses do not."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.types import Message, Receive, Scope, Send

from sixth.server.core.addresses import Network
from sixth.server.web.middleware.turns import Turns

ONE = Network("one")

END: Message = {"type": "http.request", "body": b"", "more_body": False}
START: Message = {"type": "http.response.start", "status": 200, "headers": []}


def request(length: int = 0) -> Scope:
    return {"type": "http", "headers": [(b"content-length", b"%d" % length)]}


async def whole() -> Message:
    return END


async def discard(_message: Message) -> None:
    """Discard an answer."""


class Work:
    """An application that reads its form, then works on a request until all requests may go on."""

    def __init__(self) -> None:
        self.at_work = self.most = self.finished = 0
        self.go_on = asyncio.Event()

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        await self.go_on.wait()
        self.at_work -= 1
        self.finished += 1
        await send(START)


def run(do: Callable[[Work, Turns], Awaitable[None]]) -> None:
    async def start() -> None:
        work = Work()
        await asyncio.wait_for(do(work, Turns(work)), 10)

    asyncio.run(start())


async def settle() -> None:
    """Let all tasks run until each of them waits."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_an_address_has_a_few_requests_at_work_and_another_does_not_wait_for_them() -> None:
    async def do(work: Work, turns: Turns) -> None:
        many = [asyncio.create_task(turns(Network("many"), request(), whole, discard)) for _ in range(50)]
        await settle()
        assert work.at_work == 4
        other = asyncio.create_task(turns(Network("other"), request(), whole, discard))
        await settle()
        assert work.at_work == 5
        work.go_on.set()
        await asyncio.gather(other, *many)
        assert (work.finished, work.most) == (51, 5)

    run(do)


def test_requests_that_never_wait_still_let_other_tasks_run() -> None:
    async def do(work: Work, turns: Turns) -> None:
        work.go_on.set()
        many = [asyncio.create_task(turns(Network("many"), request(), whole, discard)) for _ in range(50)]
        previous, steps = 0, []
        while work.finished < 50:
            await asyncio.sleep(0)
            steps.append(work.finished - previous)
            previous = work.finished
        assert max(steps) <= 4
        await asyncio.gather(*many)

    run(do)


def test_a_slow_sender_or_reader_holds_up_no_other_request() -> None:
    async def do(work: Work, turns: Turns) -> None:
        work.go_on.set()
        never = asyncio.Event()

        async def receive_slowly() -> Message:
            await never.wait()
            return END

        async def read_slowly(_message: Message) -> None:
            await never.wait()

        slow = [asyncio.create_task(turns(ONE, request(9), receive_slowly, discard)) for _ in range(10)]
        slow += [asyncio.create_task(turns(ONE, request(), whole, read_slowly)) for _ in range(10)]
        await settle()
        await turns(ONE, request(9), whole, discard)
        for each in slow:
            each.cancel()

    run(do)


def test_a_cancelled_request_gives_its_turn_back() -> None:
    async def do(work: Work, turns: Turns) -> None:
        cancelled = [asyncio.create_task(turns(ONE, request(), whole, discard)) for _ in range(10)]
        await settle()
        for each in cancelled:
            each.cancel()
        await settle()
        work.go_on.set()
        await turns(ONE, request(), whole, discard)

    run(do)
