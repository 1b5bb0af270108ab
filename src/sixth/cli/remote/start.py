"""Sitting down at a table of any Sixth server from the terminal."""

import asyncio
import sys

from rich.console import Console

from sixth.cli.join import one_sentence
from sixth.errors import Refused
from sixth.i18n import current_language, error_text
from sixth.i18n import gettext as _
from sixth.terminal.drawn import DrawnPage
from sixth.terminal.pages import Page, PlainPage
from sixth.terminal.play import read_line


def sit_down(url: str, site: str | None, name: str | None, *, plain: bool) -> None:
    """Play at the table of this address, or of this code at `site`, until the person leaves.

    Raises:
        Refused: there is no such table or no seat, or the server does not answer.
    """
    page: Page = PlainPage() if plain else DrawnPage(Console(markup=False, highlight=False, emoji=False))
    address = f"{site.rstrip('/')}/{url}" if site is not None else url
    with one_sentence(address):
        from sixth.client.joining import place_of

        place = place_of(address)
        called = name or read_line(_("Your name") + ": ").strip()
        try:
            asyncio.run(_play(page, place, called, asks_again=sys.stdin.isatty()))
        except OSError as error:
            raise Refused(_("The seat cannot be kept: {why}.").format(why=error_text(error))) from error


async def _play(page: Page, place: tuple[str, str, str], name: str, *, asks_again: bool) -> None:
    from sixth.cli.remote.session import Session
    from sixth.client import AsyncClient, ProblemError
    from sixth.client.joining import JoinError
    from sixth.client.keeping import token_in, usual_state

    url, table, code = place

    def tell(said: str) -> None:
        page.say(said)
        sys.stdout.flush()

    async with AsyncClient(url, patience_s=_BEGIN_S, tell=tell) as site:
        site.http.headers["accept-language"] = current_language()

        while True:
            try:
                found = table or await site.find(code)
                token = token_in(usual_state().with_name("seats"), url, f"{found} {name}")
                seat = await site.sit(found, name, token=token, bot=False)
                break
            except ProblemError as problem:
                if problem.code != "name-taken" or not asks_again:
                    raise JoinError(str(problem)) from problem
                page.say(str(problem))
                name = (await asyncio.to_thread(read_line, _("Your name") + ": ")).strip()
        # From here on the session says it, and nobody who types waits for long.
        site.patience_s, site.tell = _TRY_S, None
        await Session(page, url, seat).play()


_TRY_S = 1.5
"""Seconds after which the person is told that a server does not answer."""

_BEGIN_S = 30.0
"""Seconds for which a server is waited for at the beginning."""
