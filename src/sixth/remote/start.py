"""The way of a person in the terminal to a seat at a table of any Sixth server."""

import asyncio
import sys
from typing import Final

from sixth.errors import CommandError
from sixth.i18n import current_language, error_text, gettext as _
from sixth.remote.addresses import parse_table_url
from sixth.remote.errors import JoinError, refusals
from sixth.remote.tokens import default_folder, token_in
from sixth.terminal.pages import Page
from sixth.terminal.play import read_line
from sixth.terminal.rich_page import new_page

_ARRIVAL_TIMEOUT_S: Final = 30.0
"""Seconds without an answer from the server after which nobody sits down."""

_CALL_TIMEOUT_S: Final = 2.0
"""Seconds after which a call at the table fails: more than it takes until the person reads why."""


def sit_down(url: str, site: str | None, name: str | None, *, plain: bool) -> None:
    """Play at the table at the address `url`, or of the code `url` at `site`, until the person leaves."""
    page = new_page(plain=plain)
    address = f"{site.rstrip('/')}/{url}" if site is not None else url
    with refusals(address):
        place = parse_table_url(address)
        name = name or _ask_name()
        try:
            asyncio.run(_play(page, place, name, asks_again=sys.stdin.isatty()))
        except OSError as error:
            raise CommandError(_("The seat cannot be kept: {why}.").format(why=error_text(error))) from error


def _ask_name() -> str:
    return read_line(_("Your name") + ": ").strip()


async def _play(page: Page, place: tuple[str, str, str], name: str, *, asks_again: bool) -> None:
    from sixth.client import AsyncClient, ProblemError
    from sixth.remote.session import Session

    url, table, code = place

    def tell(text: str) -> None:
        page.say(text)
        sys.stdout.flush()

    async with AsyncClient(url, patience_s=_ARRIVAL_TIMEOUT_S, tell=tell) as site:
        site.http.headers["accept-language"] = current_language()

        while True:
            try:
                table = table or await site.find(code)
                token = token_in(default_folder("seats"), url, f"{table} {name}")
                seat = await site.sit(table, name, token=token, bot=False)
                break
            except ProblemError as problem:
                if problem.code != "name-taken" or not asks_again:
                    raise JoinError(str(problem)) from problem
                page.say(str(problem))
                name = await asyncio.to_thread(_ask_name)
        # From here on the session waits for the server, so calls fail soon.
        site.patience_s = _CALL_TIMEOUT_S
        await Session(page, seat).play()
