"""Links in chats: what the programs that unfold them read on a page, by the rules that each of them has."""

import json
import zlib
from collections.abc import Mapping
from html.parser import HTMLParser
from random import Random
from urllib.parse import urlsplit

import pytest

from sixth.server.core.settings import Settings
from tests.server.features.tournaments.pages.test_tournament import Evening
from tests.server.support.hosting import Site, hosting
from tests.server.support.playing import keep_name, play_on
from tests.server.support.serving import request

AGENTS = {
    "Discord": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "WhatsApp": "WhatsApp/2.23.20.0",
    "Telegram": "TelegramBot (like TwitterBot)",
    "Mastodon": "Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.example/) Bot",
    "Apple": "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 facebookexternalhit/1.1 Twitterbot/1.0",
}
"""What they call themselves; all of them read Open Graph."""

READ_BYTES = 32 * 1024
"""What WhatsApp reads of a page, the least of all."""

MAX_PICTURE_BYTES = 300_000
"""Half of what WhatsApp shows."""

NAMES = ("Anabelle", "Bartholomew")


class Head(HTMLParser):
    """The properties that a page has for other sites, in the bytes that they read."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.feed(page[:READ_BYTES].decode(errors="ignore"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        name = facts.get("property") or facts.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:")):
            assert name not in self.properties, "each reader takes another one of two"
            self.properties[name] = facts.get("content") or ""


def unfolded(address: str, headers: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return what a program that comes without cookies reads at an address."""
    answer = request("GET", address, headers={"user-agent": AGENTS["WhatsApp"], **(headers or {})})
    assert answer.status_code == 200
    return Head(answer.content).properties


def check(address: str) -> dict[str, str]:
    """Check that a link unfolds with a picture in all these chats; return what they read."""
    read = {agent: unfolded(address, {"user-agent": agent}) for agent in AGENTS.values()}
    first, *others = read.values()
    assert all(each == first for each in others)
    assert first["og:url"] == address
    assert first["og:site_name"] == "Sixth"
    assert 0 < len(first["og:title"]) <= 90
    assert 0 < len(first["og:description"]) <= 200
    assert first["twitter:card"] == "summary_large_image"
    parts = urlsplit(first["og:image"])
    assert (parts.scheme, parts.netloc) == urlsplit(address)[:2]
    check_picture(first["og:image"])
    assert not [name for name in NAMES for text in first.values() if name in text]
    return first


def check_picture(address: str) -> None:
    answer = request("GET", address, headers={"user-agent": AGENTS["WhatsApp"]})
    assert answer.headers["content-type"] == "image/png"
    picture = answer.content
    assert len(picture) < MAX_PICTURE_BYTES
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert tuple(int.from_bytes(picture[at : at + 4]) for at in (16, 20)) == (1200, 630)
    assert picture[-12:] == bytes(4) + b"IEND" + zlib.crc32(b"IEND").to_bytes(4)


@pytest.mark.parametrize(
    "path",
    ["/", "/daily", "/boards", "/rules/classic", "/puzzles", "/tables", "/tournaments", "/join", "/learn"],
)
def test_pages_that_people_share_unfold(site: Site, path: str) -> None:
    check(f"{site.url}{path}")


def test_the_link_to_a_table_says_nothing_of_it_unless_it_is_listed(site: Site) -> None:
    host = site.person()
    private = check(f"{site.url}/t/{host.open('invite', name=NAMES[0], game='tactical')}")
    assert private["og:title"] == "Join a table – Sixth"
    assert private["og:description"] == check(f"{site.url}/")["og:description"]
    listed = site.person().open("invite", name=NAMES[1], game="tactical", listed="true")
    assert check(f"{site.url}/t/{listed}")["og:title"] == "Join a table · Tactical – Sixth"


def test_the_link_to_a_replay_unfolds_with_the_picture_of_its_result(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name=NAMES[0], hand="3", end="rounds", end_count="1")
    bo.join(table, name=NAMES[1])
    ana.look()
    ana.send("begin")
    play_on([ana, bo], Random(1))
    address = f"{site.url}/g/{site.table(table).game_id}"
    assert check(address)["og:image"] == f"{address}/picture.png"


def test_a_tournament_unfolds_by_its_name_and_without_those_of_its_players(site: Site) -> None:
    evening = Evening(site, NAMES)
    assert check(f"{site.url}{evening.path}")["og:title"] == "Friday – Sixth"


def test_the_links_of_a_person_unfold_without_their_name(site: Site) -> None:
    person = keep_name(site.person(), NAMES[0])
    own = json.loads(person.client.get("/you/export.jsonl").text.splitlines()[0])["id"]
    person.go("/you")
    person.send("/you/shown", shown="public")
    assert NAMES[0] in request("GET", f"{site.url}/people/{own}").text
    assert check(f"{site.url}/people/{own}")["og:title"] == "Sixth"


def test_addresses_are_those_of_the_setting(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = Settings(url="https://sixth.example.org/")
    with hosting(tmp_path_factory.mktemp("site"), settings=settings) as site:
        read = unfolded(f"{site.url}/daily")
    assert read["og:url"] == "https://sixth.example.org/daily"
    assert read["og:image"].startswith("https://sixth.example.org/static/unfold.png")


def test_browsers_are_not_sent_what_only_chats_read(site: Site) -> None:
    browser = {"user-agent": "Mozilla/5.0 (X11) Firefox/140.0", "sec-fetch-mode": "navigate"}
    assert unfolded(f"{site.url}/", browser) == {}
    assert unfolded(f"{site.url}/", {"user-agent": AGENTS["Apple"], "sec-fetch-mode": "navigate"})
