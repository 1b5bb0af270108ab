"""Passkeys over a real socket, by a device that does as WebAuthn describes, and by others that do not."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixth.server.core.settings import Settings
from sixth.server.people.passkey_ceremonies import TIMEOUT_MS
from sixth.server.people.passkeys import MAX_NAME_LENGTH, MAX_PASSKEYS
from sixth.server.people.tables import passkey_challenges, person_passkeys
from tests.server.features.friends.test_pages import keep
from tests.server.features.profile.passkeys.authenticator import Device, user_id
from tests.server.features.profile.test_pages import games_of, is_nobody, link_of, play, title
from tests.server.support.hosting import Clock, Site, hosting, until
from tests.server.support.playing import ASKS_FOR_PAGE, Person

URL = "https://sixth.example.org/"
ORIGIN = URL.rstrip("/")
WRONG = "That passkey does not fit"
LATE = "That took too long, or was sent twice"
UNKNOWN = "This site does not know that passkey"


@pytest.fixture
def site(tmp_path: Path, clock: Clock) -> Iterator[Site]:
    with hosting(tmp_path, settings=Settings(url=URL), wall=clock) as site:
        yield site


def asked(person: Person, step: str) -> dict[str, Any]:
    """Return what the browser of a person is asked."""
    answer = person.client.post(f"/you/passkeys/{step}")
    assert answer.status_code == 200, answer.text
    question: dict[str, Any] = answer.json()
    return question


def add(person: Person, name: str = "Phone") -> Device:
    """Have a person add a passkey; return its device."""
    device = Device(ORIGIN)
    assert "· made" in send(person, "new", device.make(asked(person, "new")), name=name)
    return device


def send(person: Person, step: str, answer: str, **fields: str) -> str:
    """Send the answer of a browser; return the page that comes."""
    address = {"new": "/you/passkeys", "ask": "/you/passkeys/use"}[step]
    return person.client.post(address, data={"answer": answer, **fields}, headers=ASKS_FOR_PAGE).text


def sign_in(person: Person, device: Device) -> str:
    """Have a browser sign in with a passkey; return the page that comes."""
    return send(person, "ask", device.use(asked(person, "ask")))


def rows(site: Site) -> int:
    """Return how many rows there are of passkeys and of challenges to them."""
    tables = (person_passkeys, passkey_challenges)
    return site.store.read(
        lambda connection: sum(len(connection.execute(each.select()).all()) for each in tables)
    )


def is_ana(person: Person) -> bool:
    """Return whether the browser of a person is Ana's."""
    person.go("/you")
    return title(person) == "Ana"


# ------------------------------------------------------------------ with a passkey


def test_a_passkey_signs_a_browser_in_that_is_nobodys(site: Site) -> None:
    ana, new = keep(site, "Ana"), site.person()
    device = add(ana)
    assert "<bdi>Phone</bdi> · made" in ana.go("/you").html
    sign_in(new, device)
    assert is_ana(new)
    assert "<bdi>Phone</bdi> · last used" in ana.go("/you").html


def test_a_guest_who_signs_in_with_a_passkey_brings_their_games(site: Site) -> None:
    ana, guest = keep(site, "Ana"), play(site, "Guest")
    until(lambda: len(games_of(guest)) == 1, "the game was read")
    sign_in(guest, add(ana))
    assert is_ana(guest)
    assert len(games_of(ana)) == 1


def test_somebody_who_keeps_a_name_signs_out_before_they_use_the_passkey_of_another(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    assert "is signed in here; sign out first" in sign_in(bo, add(ana))
    bo.go("/you")
    assert title(bo) == "Bo"


def test_several_passkeys_have_names_and_each_is_removed_alone(site: Site) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    phone, key = add(ana, "Phone"), add(ana, "<b>Key</b>" + "x" * 100)
    page = ana.go("/you").html
    assert "&lt;b&gt;Key&lt;/b&gt;" in page
    assert "x" * MAX_NAME_LENGTH not in page
    ana.client.post("/you/passkeys/remove", data={"passkey": json.loads(phone.make({"challenge": ""}))["id"]})
    assert "Phone" not in ana.go("/you").html
    assert UNKNOWN in sign_in(thief, phone)
    assert is_nobody(thief)
    sign_in(thief, key)
    assert is_ana(thief)


def test_a_passkey_without_a_name_has_that_of_the_browser(site: Site) -> None:
    ana = keep(site, "Ana")
    ana.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux) Firefox/150"
    assert "<bdi>Firefox · Linux</bdi>" in send(ana, "new", Device(ORIGIN).make(asked(ana, "new")))


def test_nobody_renames_or_removes_the_passkey_of_another(site: Site) -> None:
    ana, bo, new = keep(site, "Ana"), keep(site, "Bo"), site.person()
    device = add(ana)
    passkey = {"passkey": json.loads(device.use({"challenge": ""}))["id"]}
    bo.client.post("/you/passkeys/remove", data=passkey)
    bo.client.post("/you/passkeys/rename", data=passkey | {"name": "Mine"})
    assert "<bdi>Phone</bdi>" in ana.go("/you").html
    sign_in(new, device)
    assert is_ana(new)


def test_a_passkey_is_renamed_and_one_without_a_name_is_called_a_passkey(site: Site) -> None:
    ana = keep(site, "Ana")
    add(ana, "Phone")
    ana.go("/you")
    ana.send("/you/passkeys/rename", name="<i>" + "x" * 100)
    assert "&lt;i&gt;" + "x" * (MAX_NAME_LENGTH - 3) + "</bdi>" in ana.page.html
    ana.send("/you/passkeys/rename", name="")
    assert "<bdi>A passkey</bdi>" in ana.page.html


def test_passkeys_go_along_when_two_people_become_one(site: Site) -> None:
    ana, bea, new = keep(site, "Ana"), keep(site, "Bea"), site.person()
    device = add(bea)
    path = link_of(ana)
    bea.go(path)
    bea.send(path)
    ana.go("/you")
    ana.send("/you/merge", "merge")
    sign_in(new, device)
    assert is_ana(new)


def test_a_device_is_told_which_passkeys_it_may_have_already_and_for_whom_the_new_one_is(site: Site) -> None:
    ana = keep(site, "Ana")
    device = add(ana)
    question = asked(ana, "new")
    person = json.loads(ana.client.get("/you/export.jsonl").text.splitlines()[0])["id"]
    assert user_id(question) == person
    assert [each["id"] for each in question["excludeCredentials"]] == [json.loads(device.use(question))["id"]]
    assert question["authenticatorSelection"]["residentKey"] == "required"
    assert not asked(site.person(), "ask").get("allowCredentials")


def test_a_person_has_so_many_passkeys_and_no_more(site: Site) -> None:
    ana = keep(site, "Ana")
    for number in range(MAX_PASSKEYS):
        add(ana, f"Passkey {number}")
    answer = ana.client.post("/you/passkeys/new")
    assert answer.status_code == 409
    assert f"You have {MAX_PASSKEYS} passkeys" in answer.text


def test_a_guest_adds_no_passkey(site: Site) -> None:
    guest = play(site, "Guest")
    assert guest.client.post("/you/passkeys/new").status_code == 409
    assert site.person().client.post("/you/passkeys/new").status_code == 404


def test_passkeys_of_a_deleted_person_are_gone_and_sign_nobody_in(site: Site) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    device = add(ana)
    asked(ana, "new")
    assert rows(site) == 2
    ana.go("/you")
    ana.send("/you/erase", sure="true")
    assert rows(site) == 0
    assert UNKNOWN in sign_in(thief, device)
    assert is_nobody(thief)


def test_passkeys_are_among_what_can_be_taken_along(site: Site) -> None:
    ana = keep(site, "Ana")
    add(ana)
    lines = map(json.loads, ana.client.get("/you/export.jsonl").text.splitlines())
    assert [line["name"] for line in lines if line["kind"] == "passkey"] == ["Phone"]


# ------------------------------------------------------------------ attacks


@pytest.mark.parametrize(
    ("origin", "domain"),
    [
        ("https://evil.example.org", ""),
        ("https://evil.example.org", "sixth.example.org"),
        ("https://sixth.example.org:8443", ""),
        ("http://sixth.example.org", ""),
        (ORIGIN, "example.org"),
    ],
)
def test_a_passkey_for_another_site_is_neither_added_nor_used(site: Site, origin: str, domain: str) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    foreign = Device(origin, domain)
    assert WRONG in send(ana, "new", foreign.make(asked(ana, "new")))
    device = add(ana)
    device.origin, device.domain = origin, domain
    assert WRONG in sign_in(thief, device)
    assert is_nobody(thief)


def test_an_answer_counts_once(site: Site) -> None:
    ana, new = keep(site, "Ana"), site.person()
    made = (device := Device(ORIGIN)).make(asked(ana, "new"))
    send(ana, "new", made, name="Phone")
    assert LATE in send(ana, "new", made)
    used = device.use(asked(new, "ask"))
    secret = new.client.cookies["sixth-passkey"]
    send(new, "ask", used)
    thief = site.person()
    assert LATE in send(thief, "ask", used)
    thief.client.cookies.set("sixth-passkey", secret, domain="127.0.0.1", path="/you/passkeys")
    assert LATE in send(thief, "ask", used)
    asked(thief, "ask")
    assert WRONG in send(thief, "ask", used)
    assert is_nobody(thief)


def test_a_wrong_answer_uses_the_challenge_up(site: Site) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    device = add(ana)
    question = asked(thief, "ask")
    assert WRONG in send(thief, "ask", "{}")
    assert LATE in send(thief, "ask", device.use(question))
    assert is_nobody(thief)


def test_an_answer_counts_for_some_minutes(site: Site, clock: Clock) -> None:
    ana, new = keep(site, "Ana"), site.person()
    device = add(ana)
    question = asked(new, "ask")
    clock.forward(TIMEOUT_MS)
    assert LATE in send(new, "ask", device.use(question))
    assert is_nobody(new)


def test_the_challenge_of_another_browser_or_person_is_refused(site: Site) -> None:
    ana, bo, thief = keep(site, "Ana"), keep(site, "Bo"), site.person()
    device = add(ana)
    # Somebody is lured into answering what the thief was asked, or the thief's answer goes to their browser.
    theirs = device.use(asked(site.person(), "ask"))
    asked(thief, "ask")
    assert WRONG in send(thief, "ask", theirs)
    made = Device(ORIGIN).make(asked(bo, "new"))
    asked(ana, "new")
    assert WRONG in send(ana, "new", made)
    # Nor does the secret of a browser help, as the question was to another person.
    asked(bo, "new")
    ana.client.cookies.set("sixth-passkey", bo.client.cookies["sixth-passkey"], domain="127.0.0.1", path="/")
    ana.client.cookies.delete("sixth-passkey", domain="127.0.0.1", path="/you/passkeys")
    assert LATE in send(ana, "new", made)
    assert is_nobody(thief)


def test_an_answer_for_one_ceremony_is_none_for_the_other(site: Site) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    device = add(ana)
    # A challenge to sign in, answered to add; and the reverse.
    question = asked(ana, "ask")
    assert LATE in send(ana, "new", Device(ORIGIN).make(question))
    question = asked(ana, "new")
    ana.client.post("/you/out")
    assert LATE in send(ana, "ask", device.use(question))
    # The form of the one answer, with the challenge of the other ceremony.
    assert WRONG in send(thief, "ask", device.make(asked(thief, "ask")))
    assert is_nobody(thief)
    assert is_nobody(ana)


def test_a_passkey_whose_count_goes_back_or_stands_still_is_refused_as_a_copy(site: Site) -> None:
    ana, new, thief = keep(site, "Ana"), site.person(), site.person()
    device = add(ana)
    device.count = 7
    sign_in(new, device)
    assert is_ana(new)
    for copied in (6, 7):
        device.count = copied - 1
        assert WRONG in sign_in(thief, device)
    assert is_nobody(thief)


def test_a_passkey_that_does_not_count_signs_in_again_and_again(site: Site) -> None:
    device = add(keep(site, "Ana"))
    for _ in range(2):
        new = site.person()
        device.count = -1
        sign_in(new, device)
        assert is_ana(new)


def test_the_key_of_another_with_the_id_of_a_passkey_is_refused(site: Site) -> None:
    ana, bo, thief = keep(site, "Ana"), keep(site, "Bo"), site.person()
    device = add(ana)
    copy = Device(ORIGIN, id=device.id)
    assert WRONG in sign_in(thief, copy)
    assert "That passkey is in use here already" in send(bo, "new", copy.make(asked(bo, "new")))
    assert is_nobody(thief)


PARTS = {"new": ("clientDataJSON", "attestationObject"), "ask": ("authenticatorData", "signature")}
"""What the answer to each question holds, among others."""

BROKEN: list[dict[str, Any]] = [{"id": 7}, {"rawId": "AAAA"}, {"type": "password"}, {"response": []}]
BAD_PARTS = (None, 7, "", "gg", "é", "W10", "A" * 40, "n5-fn5-f" * 100)


def test_malformed_answers_are_refused_in_a_sentence(site: Site) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    device = add(ana)
    for text in ("", "null", "[" * 5_000, '{"id": 1e999}', "\x00"):
        asked(thief, "ask")
        assert WRONG in send(thief, "ask", text)
    for person, step, make in ((ana, "new", Device(ORIGIN).make), (thief, "ask", device.use)):
        whole = json.loads(make(asked(person, step)))["response"]
        parts = [{"response": whole | {part: bad}} for part in PARTS[step] for bad in BAD_PARTS]
        for broken in BROKEN + parts:
            answer = json.loads(make(asked(person, step)))
            page = send(person, step, json.dumps(answer | broken))
            assert WRONG in page or UNKNOWN in page, broken
    assert is_nobody(thief)


def test_bytes_of_an_answer_that_are_changed_at_random_are_refused(site: Site) -> None:
    device, thief, rng = add(keep(site, "Ana")), site.person(), Random(1)
    for _ in range(40):
        answer = json.loads(device.use(asked(thief, "ask")))
        part = rng.choice(["authenticatorData", "clientDataJSON", "signature"])
        text = answer["response"][part]
        at = rng.randrange(len(text) - 2)
        answer["response"][part] = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
        assert WRONG in send(thief, "ask", json.dumps(answer))
    assert is_nobody(thief)


def test_a_long_answer_is_refused(site: Site) -> None:
    thief = site.person()
    asked(thief, "ask")
    for length, status in ((12_001, 422), (100_000, 413)):
        answer = thief.client.post("/you/passkeys/use", data={"answer": "x" * length})
        assert answer.status_code == status


def test_a_passkey_is_no_use_to_another_site_that_sends_its_answer(site: Site) -> None:
    thief = site.person()
    for step in ("ask", "use", "new"):
        answer = thief.client.post(f"/you/passkeys/{step}", headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403


def test_the_secret_between_the_steps_is_hidden_from_scripts_and_kept_as_its_hash_only(
    site: Site, tmp_path: Path
) -> None:
    new = site.person()
    answer = new.client.post("/you/passkeys/ask")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "Path=/you/passkeys" in cookie
    files = b"".join(path.read_bytes() for path in tmp_path.glob("*.sqlite3*"))
    for each in (new.client.cookies["sixth-passkey"], answer.json()["challenge"]):
        assert each.encode() not in files


def test_steps_with_passkeys_are_limited(tmp_path: Path) -> None:
    with hosting(tmp_path, settings=Settings(url=URL, unlimited=())) as site:
        thief = site.person()
        statuses = [thief.client.post("/you/passkeys/ask").status_code for _ in range(121)]
    assert statuses == [200] * 120 + [429]


# ------------------------------------------------------------------ where they work


def test_at_the_address_of_a_network_all_but_passkeys_works(tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        ana = keep(site, "Ana")
        assert "asskey" not in ana.page.html + site.person().go("/you").html
        assert ana.client.post("/you/passkeys/new").status_code == 404


def test_without_a_setting_the_address_of_the_request_counts(tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        ana = keep(site, "Ana")
        host = site.url.rpartition("/")[2].replace("127.0.0.1", "localhost")
        page = ana.client.get("/you", headers={"host": host}).text
        assert f'data-origin="http://{host}"' in page
        assert "Passkeys need JavaScript" in page
        question = ana.client.post("/you/passkeys/new", headers={"host": host}).json()
        assert question["rp"]["id"] == "localhost"
