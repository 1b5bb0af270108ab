"""What a process does beside all else, in a task of its own."""

import asyncio


class Background:
    """Something that goes on from `start` until `close`; whoever inherits says what, in `_run`."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the running event loop."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is being written is kept or not, never half."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        raise NotImplementedError
