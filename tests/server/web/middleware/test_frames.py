"""Frames of other sites: none by default; with the setting its origins only, and cookies of the frame."""

from collections.abc import Iterator

import httpx2
import pytest

from sixth.server.core.settings import SettingsError, read
from tests.server.support.hosting import Site, hosting
from tests.server.support.serving import request

ORIGINS = "https://discord.com,https://*.discordsays.com"

ENTERS = {"sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site"}
INSIDE = {"sec-fetch-dest": "empty", "sec-fetch-site": "same-origin"}
ALONE = {"sec-fetch-dest": "document", "sec-fetch-site": "same-origin"}


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Host a site that others may show in a frame."""
    settings = read({"frame_ancestors": ORIGINS}, {})
    with hosting(tmp_path_factory.mktemp("framed"), settings=settings) as site:
        yield site


def ancestors(answer: httpx2.Response) -> str:
    """Return the directive about frames of an answer."""
    policy = answer.headers["content-security-policy"]
    return next(each for each in policy.split("; ") if each.startswith("frame-ancestors"))


def cookies(answer: httpx2.Response) -> list[str]:
    return answer.headers.get_list("set-cookie")


def test_only_the_origins_of_the_setting_may_show_pages_in_a_frame(framed: Site, site: Site) -> None:
    ours, usual = (request("GET", f"{each.url}/", headers=ENTERS) for each in (framed, site))
    assert ancestors(ours) == f"frame-ancestors {ORIGINS.replace(',', ' ')}"
    assert ancestors(usual) == "frame-ancestors 'none'"
    policies = [each.headers["content-security-policy"].split("; ") for each in (ours, usual)]
    assert policies[0][:-2] == policies[1][:-2]
    assert cookies(usual) == []


def test_cookies_in_a_frame_are_partitioned_and_no_others(framed: Site) -> None:
    table = framed.person().open("invite", seats=9, name="Ana")

    def sit(name: str, headers: dict[str, str]) -> list[str]:
        answer = request("POST", f"{framed.url}/t/{table}/sit", data={"name": name}, headers=headers)
        assert answer.status_code == 303
        return cookies(answer)

    assert cookies(request("GET", framed.url, headers=ENTERS)) == [
        "sixth-framed=yes; Path=/; HttpOnly; SameSite=None; Secure; Partitioned"
    ]
    inside = sit("Bo", INSIDE | {"cookie": "sixth-framed=yes"})
    assert len(inside) > 3
    for cookie in inside:
        assert cookie.endswith("; SameSite=None; Secure; Partitioned")
        assert cookie.lower().count("samesite") == cookie.lower().count("; secure") == 1
    for name, headers in (("Cy", INSIDE), ("Di", ALONE | {"cookie": "sixth-framed=yes"})):
        alone = sit(name, headers)
        assert len(alone) > 3
        assert all("samesite=lax" in each.lower() and "partitioned" not in each.lower() for each in alone)


def test_a_site_around_the_frame_cannot_send_its_forms(framed: Site) -> None:
    headers = {"sec-fetch-site": "cross-site", "origin": "https://discord.com", "cookie": "sixth-framed=yes"}
    assert request("POST", f"{framed.url}/tables", data={}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "value",
    ["discord.com", "https://a.test; script-src *", "https://a.test/path", "*", "https://*", "'self'"],
)
def test_what_is_no_origin_is_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="--frame-ancestors takes origins such as"):
        read({"frame_ancestors": value}, {})
