"""`sixth mcp`: an MCP server, by which language models play at a site."""

import asyncio
from typing import Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.options import argument
from sixth.extras import require_extra
from sixth.remote.addresses import parse_site_url
from sixth.remote.errors import refusals

commands: Final = new_group()


@command(commands, "sixth mcp http://127.0.0.1:6106")
def mcp(
    url: Annotated[
        str | None, argument("URL", "The address of a site; without it: rules and games of bots.")
    ] = None,
) -> None:
    """Serve language models by MCP, on standard input and output."""
    site = None if url is None else parse_site_url(url)
    with require_extra("mcp"):
        from sixth.mcp.serving import serve
    with refusals(url or ""):
        asyncio.run(serve(site))
