"""Tools over the API of a site: the seats that a model holds, and what it may see and do from them."""

import asyncio
import secrets
from contextlib import aclosing, suppress
from typing import Any, Final
from urllib.parse import urlencode

import httpx2
from mcp_types import Tool, ToolAnnotations

from sixth.client import AsyncClient, ProblemError
from sixth.i18n import and_list, gettext as _
from sixth.mcp.operations import MAX_WAIT_S, Operation, operations_of
from sixth.mcp.refusals import ToolError

_PATIENCE_S: Final = 10.0
"""Seconds for which a request is repeated that gets lost or meets a rate limit."""

_GOODBYE_S: Final = 1.0
"""Seconds to leave all tables: clients of MCP kill a server that takes longer than two."""

_LAST_EVENTS: Final = ("game_ended", "abandoned", "stood-in")
_LAST_ASKS: Final = ("back", "sit")
"""What a table asks for without a question in its news."""


class SiteTools:
    """The tools of the site of `client`, for one model.

    The tokens of its seats stay here, one for each table, so the model sees no table from two seats.
    """

    def __init__(self, client: AsyncClient, operations: dict[str, Operation]) -> None:
        self._client, self._operations = client, operations
        self._tokens: dict[str, str] = {}
        self._versions: dict[str, int] = {}

    @classmethod
    async def connect(cls, client: AsyncClient) -> "SiteTools":
        """Return the tools of a site, from the document of its API.

        Raises:
            ProblemError: there is no such document.
            httpx2.TransportError: there is no answer.
        """
        client.patience_s = _PATIENCE_S
        return cls(client, operations_of(await client.call("GET", "/openapi.json")))

    def tools(self) -> list[Tool]:
        """Return the tools as a client of MCP lists them."""
        return [
            Tool(
                name=each.name,
                description=each.about,
                input_schema=each.schema,
                annotations=ToolAnnotations(read_only_hint=each.only_reads),
            )
            for each in self._operations.values()
        ]

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """Return the answer of a tool; raise `ToolError` with one sentence where there is none."""
        operation = self._operations[name]
        _check(operation, arguments)
        try:
            return await self._request(operation, arguments)
        except ProblemError as problem:
            raise ToolError(str(problem)) from problem
        except httpx2.TransportError as error:
            template = _("There is no answer from {url}.")
            raise ToolError(template.format(url=self._client.url)) from error

    async def _request(self, operation: Operation, arguments: dict[str, Any]) -> Any:
        table = str(arguments.get("table_id", ""))
        path = operation.address(arguments)
        if operation.streams:
            return await self._wait(path, table, arguments)
        if operation.has_lines:
            async with aclosing(self._client.lines(path)) as lines:
                return {"lines": [line async for line in lines]}
        query = {each: arguments[each] for each in sorted(operation.query) if arguments.get(each) is not None}
        body = {each: arguments[each] for each in operation.body & arguments.keys()}
        is_new = operation.name == "sit" and table not in self._tokens
        if is_new:
            # Made here, so that a repeated request takes no second seat.
            self._tokens[table] = secrets.token_urlsafe(32)
        try:
            answer = await self._client.call(
                operation.method,
                f"{path}?{urlencode(query)}" if query else path,
                None if operation.only_reads else body,
                token=self._tokens.get(table, ""),
                # A repeated request would open a second table.
                patience_s=None if table or operation.only_reads else 0.0,
            )
        except ProblemError:
            if is_new:
                del self._tokens[table]
            raise
        return self._without_token(answer)

    def _without_token(self, answer: Any) -> Any:
        """Keep the token in an answer that gives a seat, and return the rest of the answer."""
        if isinstance(answer, dict) and "token" in answer and "table" in answer:
            answer = dict(answer)
            self._tokens[answer["table"]] = answer.pop("token")
        return answer

    async def _wait(self, path: str, table: str, arguments: dict[str, Any]) -> dict[str, Any]:
        since = arguments.get("since", self._versions.get(table))
        seconds = arguments.get("seconds", 30)
        if type(seconds) is not int or not 1 <= seconds <= MAX_WAIT_S:
            wrong = _("“{field}” takes a whole number from 1 to {most}.")
            raise ToolError(wrong.format(field="seconds", most=MAX_WAIT_S))
        lines, version = [], since
        with suppress(TimeoutError):
            async with (
                asyncio.timeout(seconds),
                aclosing(self._client.follow(path, token=self._tokens.get(table, ""), since=since)) as news,
            ):
                async for line in news:
                    version = line["v"]
                    if line["line"] != "here":
                        lines.append(line)
                    if _is_last(line):
                        break
        if version is not None:
            self._versions[table] = version
        return {"version": version, "lines": lines}

    async def leave(self) -> None:
        """Leave all tables, so that bots of the site play on at once."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                for table, token in self._tokens.items():
                    with suppress(ProblemError, httpx2.TransportError):
                        path = f"/tables/{table}/leave"
                        await self._client.call("POST", path, {}, token=token, patience_s=0.0)


def _is_last(line: dict[str, Any]) -> bool:
    """Return whether a model that waits is told after this line."""
    return (
        line["line"] in ("ask", "end")
        or line.get("table", {}).get("asks") in _LAST_ASKS
        or any(each["event"] in _LAST_EVENTS for each in line.get("events", ()))
    )


def _check(operation: Operation, arguments: dict[str, Any]) -> None:
    """Raise `ToolError` for arguments that the tool does not take or that are missing.

    The site itself checks the values.
    """
    unknown = [each for each in arguments if each not in operation.arguments]
    if unknown and "table_id" in operation.arguments:
        template = _("{tool} takes {arguments}, not {given}: a table is shown as your own seat sees it.")
    else:
        template = _("{tool} takes {arguments}, not {given}.")
    if unknown:
        names = and_list(operation.arguments) or "–"
        raise ToolError(template.format(tool=operation.name, arguments=names, given=and_list(unknown)))
    for each in operation.schema["required"]:
        if each not in arguments:
            raise ToolError(_("“{field}” is missing.").format(field=each))
