"""Scripted models: clients of MCP that play at tables, and keep all that they have received."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from sixth.mcp.serving import serving

Json = dict[str, Any]


@dataclass
class Model:
    """A client of `sixth mcp`, with all answers that it has received."""

    client: Client
    received: list[Any] = field(default_factory=list)

    async def result(self, tool: str, **arguments: Any) -> CallToolResult:
        """Return the whole result of a tool."""
        return await self.client.call_tool(tool, arguments)

    async def call(self, tool: str, **arguments: Any) -> Any:
        """Return the answer of a tool that works."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, text_of(result)
        self.received.append(result.structured_content)
        return result.structured_content

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """Return the one sentence of a tool that does not work."""
        result = await self.result(tool, **arguments)
        assert result.is_error
        sentence = text_of(result)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        return sentence

    async def question(self, table: str) -> Json:
        """Wait for a question to the seat of the model, and return it."""
        while True:
            for line in (await self.call("wait", table_id=table))["lines"]:
                if line["line"] == "ask":
                    question: Json = line
                    return question

    async def play(self, table: str, rng: Random) -> None:
        """Play by the questions of the table until the game is over."""
        while (question := await self.question(table))["asks"] != "begin":
            moment = {name: question[name] for name in ("game", "round", "turn")}
            match question["asks"]:
                case "flip":
                    result = await self.result("flip", table_id=table, **moment)
                case "next":
                    del moment["turn"]
                    result = await self.result("next_round", table_id=table, **moment)
                case _:
                    action = rng.choice(question["view"]["legal"])
                    result = await self.result("act", table_id=table, **moment, action=action)
            assert not result.is_error, text_of(result)


def text_of(result: CallToolResult) -> str:
    """Return the text of a result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def model(url: str) -> AsyncIterator[Model]:
    """A model with the tools of the site at `url`, served in this process."""
    async with serving(url) as server, Client(server) as client:
        yield Model(client)


@asynccontextmanager
async def model_of_process(url: str | None = None) -> AsyncIterator[Model]:
    """A model with the tools of `sixth mcp` for the site at `url`, over standard input and output."""
    command = [*("-W", "error", "-m", "sixth", "mcp"), *([url] if url else [])]
    server = StdioServerParameters(command=sys.executable, args=command, env={**os.environ})
    async with Client(server) as client:
        yield Model(client)


_NO_CARDS = {
    *("v", "version", "now", "ms", "number", "game", "games", "round", "turn", "part", "seat", "actor"),
    *("rules", "config", "clock", "counts", "totals", "past", "winners", "out_now", "seats_in", "marks"),
    *("waited_for", "host", "missed", "claim", "offered", "row", "heads", "out", "until", "banks", "seats"),
    *("first", "pause"),
}
"""Keys of numbers that are no cards; all other numbers count as cards, also those that come later."""


def cards_in(value: Any) -> Iterator[int]:
    """Yield every number in `value` that could be a card."""
    match value:
        case bool():
            pass
        case int():
            yield value
        case list():
            for each in value:
                yield from cards_in(each)
        case dict():
            for name, each in value.items():
                if name == "pending":
                    yield from (card for card, _seat in each)
                elif name == "taking":
                    yield from () if each is None else (each[0],)
                elif name not in _NO_CARDS and name != "take":
                    yield from cards_in(each)
