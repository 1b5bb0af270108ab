"""Invitations among several processes: the bot listens at one, its host asks at another."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx2

from sixth.server.core.settings import Settings
from tests.server.features.external_bots.test_api import Bot, first, host
from tests.server.support.hosting import hosting, until
from tests.server.support.postgres import Postgres
from tests.server.support.programs import check_problem
from tests.server.support.serving import PATIENCE, request


def test_a_bot_that_listens_at_one_process_is_invited_at_another(database: Postgres, tmp_path: Path) -> None:
    with ExitStack() as stack:
        settings, url = Settings(outside_bots=True), database.make()
        one, other = (
            stack.enter_context(hosting(tmp_path / each, url, settings)) for each in ("one", "other")
        )
        bot, ana = Bot.registered(one, "Robo"), host(other)
        threads = stack.enter_context(ThreadPoolExecutor(1))
        with bot.waiting() as lines:
            page = f"{other.url}/t/{ana.table}"
            until(lambda: "Look again" in _seen(ana.token, page), "the page was there")
            until(lambda: "Invite Robo" in _seen(ana.token, page), "the other process knew of it")
            declined = threads.submit(ana.do, "invite", bot=bot.id)
            bot.post(f"/outside/invitations/{first(lines, 'invited')['id']}/decline", why="later")
            check_problem(declined.result(PATIENCE), 409, "bot-declined")
            accepted = threads.submit(ana.do, "invite", bot=bot.id)
            bot.post(f"/outside/invitations/{first(lines, 'invited')['id']}/accept")
            assert accepted.result(PATIENCE).status_code == 200
            assert first(lines, "seat")["table"] == ana.table
            # A stream at the other process is the newer one.
            bot.client.base_url = httpx2.URL(f"{other.url}/api/v1")
            with bot.waiting() as anew:
                assert first(lines, "end")["code"] == "elsewhere"
                assert first(anew, "seat")["table"] == ana.table


def _seen(token: str, page: str) -> str:
    """The page of a table as the browser that holds this token sees it."""
    table = page.rpartition("/")[2]
    return request("GET", page, cookies={f"sixth-{table}": token}).text
