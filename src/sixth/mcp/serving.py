"""The MCP server on standard input and output, and what it tells a model about the game."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final, Protocol

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from sixth.client import AsyncClient, ProblemError
from sixth.errors import CommandError
from sixth.i18n import and_list, gettext as _, using_language
from sixth.mcp.local_tools import LocalTools
from sixth.mcp.refusals import ToolError
from sixth.mcp.site_tools import SiteTools
from sixth.rules.codec import dumps

_LOCAL: Final = "Sixth is the card game 6 nimmt!. `read_rules` explains each named game."

_AT_A_SITE: Final = (
    " To play, open a table (`open_table`) or sit down at one (`sit`), and `begin` where you are its host."
    " Then `wait` until the table asks your seat for something. Answer a question with its `game`, `round`"
    " and `turn`: `act` takes one of the actions in `view.legal`; where `asks` is `next`, `flip` or `begin`,"
    " it is the tool of that name. You see a table as your own seat sees it, never another's hand."
)


class ToolBox(Protocol):
    """Some tools, and who answers them."""

    def tools(self) -> list[Tool]:
        """Return the tools as a client of MCP lists them."""
        ...

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """Return the answer of a tool; raise `ToolError` with one sentence where there is none."""
        ...


async def serve(url: str | None) -> None:
    """Serve the tools of the site at `url`, and those that need none, until standard input ends.

    Raises:
        CommandError: at `url` there is no site of Sixth.
        httpx2.TransportError: there is no answer.
    """
    async with serving(url) as server, stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


@asynccontextmanager
async def serving(url: str | None) -> AsyncIterator["Server[dict[str, Any]]"]:
    """An MCP server of the same tools, which leaves all seats at the end; may raise what `serve` may."""
    async with _boxes(url) as boxes:
        # Sentences for models are in the language of the descriptions.
        with using_language("en"):
            yield _server(boxes, _LOCAL + _AT_A_SITE * (url is not None))


@asynccontextmanager
async def _boxes(url: str | None) -> AsyncIterator[list[ToolBox]]:
    if url is None:
        yield [LocalTools()]
        return
    async with AsyncClient(url, tell=None) as client:
        try:
            site = await SiteTools.connect(client)
        except (ProblemError, KeyError, ValueError) as problem:
            raise CommandError(_("There is no site of Sixth at {url}.").format(url=url)) from problem
        try:
            yield [LocalTools(), site]
        finally:
            await site.leave()


def _server(boxes: list[ToolBox], instructions: str) -> "Server[dict[str, Any]]":
    """Return the server of these tools; of two with one name, that of the later box counts."""
    tools = {tool.name: (tool, box) for box in boxes for tool in box.tools()}

    async def list_tools(_context: object, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[tool for tool, _ in tools.values()])

    async def call_tool(_context: object, params: CallToolRequestParams) -> CallToolResult:
        try:
            answer = await _answer({name: box for name, (_, box) in tools.items()}, params)
        except ToolError as error:
            return CallToolResult(content=[TextContent(text=str(error))], is_error=True)
        # Clients of older protocols take objects only.
        structured = answer if isinstance(answer, dict) else {"result": answer}
        return CallToolResult(content=[TextContent(text=dumps(answer))], structured_content=structured)

    return Server(
        "sixth",
        version=version("sixth"),
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _answer(boxes: Mapping[str, ToolBox], params: CallToolRequestParams) -> Any:
    if params.name not in boxes:
        wrong = _("There is no tool {name}; the tools are {tools}.")
        raise ToolError(wrong.format(name=repr(params.name[:40]), tools=and_list(boxes)))
    return await boxes[params.name].call(params.name, dict(params.arguments or {}))
