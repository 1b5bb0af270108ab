"""Hostile requests to every address: each has one clear answer, leaves nothing half done and shows no secret.

The addresses are read from the app, so a new one is attacked without being named here.
`SIXTH_TEST_ATTACKS=500 pytest tests/server/web/test_attack.py` sends more requests, and others each time.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from inspect import getmodule, getsource, isfunction
from typing import Any, Final
from urllib.parse import quote_from_bytes

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st
from pydantic import BaseModel
from requests import Request
from schemathesis import Case
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

import sixth
from sixth.cli.app import run
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.game import legal
from sixth.server.features.tournaments.pages.forms import COMMANDS
from sixth.server.live.chat import PHRASES, REACTIONS
from sixth.server.table import commands
from sixth.server.web.forms import models
from sixth.server.web.middleware.health import LIVENESS_PATH, METRICS_PATH, READINESS_PATH
from sixth.server.web.routes.commands import FORMS
from tests.server.support.attacking import SEATS, Ask, Targets
from tests.server.support.hosting import hosting
from tests.server.support.logs import token

MORE = int(os.environ.get("SIXTH_TEST_ATTACKS", "0"))
"""Number of requests to each address; 0 stands for the suite's few, which are the same each time."""

TRIES = settings(
    max_examples=MORE or 4,
    derandomize=not MORE,
    database=None,
    deadline=None,
    # A failure is reported as it is found: a smaller example would meet other tables.
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Targets]:
    """Open tables at a site of their own, and check their logs at the end."""
    data = tmp_path_factory.mktemp("site") / "data"
    with hosting(data) as site:
        targets = Targets(site)
        yield targets
        assert not [*targets.lost()]
    assert run(["db", "check", "--data", str(data)]) == 0


# ------------------------------------------------------------------ all addresses


def schema_of(app: Starlette) -> dict[str, Any]:
    """Return all addresses of the app as an OpenAPI document, by what the functions behind them read."""
    paths: dict[str, Any] = {}
    for route in app.state.pages.routes:
        if isinstance(route, Route):
            paths.setdefault(route.path_format, {}).update(_methods(route))
    forms = {form.__name__: form for route in app.state.pages.routes if (form := _form_of(route)) is not None}
    schemas = {name: form.model_json_schema() for name, form in forms.items()}
    beside: dict[str, Any] = {"get": {"responses": {}}, "head": {"responses": {}}}
    paths |= dict.fromkeys((LIVENESS_PATH, READINESS_PATH, METRICS_PATH), beside)
    # The API has a description of its own, and tests of its own.
    api, mount = (route for route in app.state.pages.routes if not isinstance(route, Route))
    assert isinstance(mount, Mount)
    assert isinstance(api, Mount)
    assert api.path == "/api/v1"
    path = [_parameter("path", "path")]
    paths[f"{mount.path}/{{path}}"] = {verb: {**each, "parameters": path} for verb, each in beside.items()}
    about = {"title": "Sixth", "version": "1"}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": schemas}}


def _source(route: Route) -> str:
    """Return the source of an endpoint and of the functions beside it that it shares with other endpoints."""
    endpoint = getattr(route.endpoint, "func", route.endpoint)
    source = getsource(endpoint)
    beside = (getattr(getmodule(endpoint), name, None) for name in re.findall(r"\b(_\w+)\(", source))
    return source + "".join(getsource(each) for each in beside if isfunction(each))


def _methods(route: Route) -> Iterator[tuple[str, dict[str, Any]]]:
    source = _source(route)
    names = re.findall(r'(?:query_params\.get\(|number_in_query\(request, )"(\w+)"', source)
    about: dict[str, Any] = {
        "parameters": [_parameter("path", name) for name in route.param_convertors]
        + [_parameter("query", name) for name in names],
        "responses": {},
    }
    form = _form_of(route)
    if form is not None and form.model_fields:
        schema = {"$ref": f"#/components/schemas/{form.__name__}"}
        about["requestBody"] = {"content": {FORM.decode(): {"schema": schema}}, "required": True}
    for method in sorted(route.methods or ()):
        yield method.lower(), about


def _form_of(route: BaseRoute) -> type[BaseModel] | None:
    """Return the fields of the form that a route reads: from the command, or from the source."""
    if not isinstance(route, Route):
        return None
    if isinstance(route.endpoint, partial):
        command = route.endpoint.args[0]
        return COMMANDS[command][0] if command in COMMANDS else FORMS[command]
    if command := re.search(r"read_command\(request, commands\.(\w+)\)", _source(route)):
        return FORMS[getattr(commands, command[1])]
    match = re.search(r"read_form\(request, (?:models\.)?(\w+)\)", _source(route))
    form = match and getattr(getmodule(route.endpoint), match[1], getattr(models, match[1], None))
    return form or None


def _parameter(where: str, name: str) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": {"type": "string"}}


@dataclass(frozen=True)
class Address:
    """A path and a method, with the names of their parameters."""

    path: str
    method: str
    places: tuple[str, ...] = ()
    query: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def addresses(schema: Mapping[str, Any]) -> Iterator[Address]:
    """Return all addresses of a schema."""
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            parameters = [(each["in"], each["name"]) for each in about.get("parameters", ())]
            body = about.get("requestBody", {"content": {}})["content"]
            names = [each["schema"]["$ref"].rpartition("/")[2] for each in body.values()]
            forms = [schema["components"]["schemas"][name] for name in names]
            yield Address(
                path,
                method.upper(),
                tuple(name for where, name in parameters if where == "path"),
                tuple(name for where, name in parameters if where == "query"),
                tuple(name for form in forms for name in form["properties"]),
                tuple(name for form in forms for name in form.get("required", ())),
            )


@pytest.fixture(scope="module")
def schema(targets: Targets) -> dict[str, Any]:
    """Return the schema of the attacked site."""
    return schema_of(targets.site.app)


def test_every_address_is_in_the_schema(schema: dict[str, Any]) -> None:
    known = [*addresses(schema)]
    assert len(known) > 60
    assert {each.method for each in known} == {"GET", "HEAD", "POST"}
    assert {each.method for each in known if each.path == "/t/{table_id}/house"} == {"GET", "HEAD", "POST"}
    posts = [each for each in known if each.method == "POST"]
    no_fields = {each.path for each in posts if not each.fields}
    at_table = {f"/t/{{table_id}}/{what}" for what in ("leave", "back", "here", "later", "push/end")}
    of_person = {
        f"/you/{what}"
        for what in ("out", "link", "codes", "device/{link}", "passkeys/new", "passkeys/ask", "push/end")
    }
    of_friends = {"/you/friends/link"}
    of_hosts = {f"/tournaments/{{code}}/{what}" for what in ("draw", "undo", "end")}
    assert no_fields == {
        *("/tables/push/end", "/quick", "/quick/leave"),
        *(*at_table, *of_person, *of_friends, *of_hosts),
    }
    query = "at back known lang line listed part player rename round seat seats sent swap table turn"
    assert {name for each in known for name in each.query} == {*query.split()}


# ------------------------------------------------------------------ values

NASTY: Final = (
    *(
        b"",
        b"\0",
        b"%",
        b"%zz",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x82\xa1",
        b"\xd9\xa3",
        b"\xe2\x80\xae",
    ),
    *(b"-1", b"0", b"00", b"1.0", b"1e999", b"0x1", b"nan", b"+1", b" 1 ", b"1_0", b"9" * 400, b"9" * 5000),
    *(b"true", b"null", b"[]", b"{}", b"None", b"x" * 30_000, b"a" * 70_000, b"e\xcc\x81" * 40, b"CON", b"."),
    *(b"../../etc/passwd", b"..%2f..%2f", b"//evil.test/", b"\\\\evil.test", b"javascript:alert(1)", b"%00"),
    *(b"\r\nEvil: 1\r\n\r\n", b"<script>alert(1)</script>", b"\"'>{{7*7}}${7*7}", b"%ED%A0%80", b"%5c"),
    *(b"';DROP TABLE log;--", b"1 OR 1=1", b"\t\n", b"\x7f\x1b[31m", b"?&=#;", b"--b\r\n"),
)

USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "game": (*sixth.games, "1", "2"),
    "how": ("play", "invite"),
    "bots": ("mixed", "random", "nearest"),
    "stand_in": ("mixed", "random"),
    "name": ("Ana", "Person 1", "Bo"),
    "round": ("0", "1", "2"),
    "turn": tuple(map(str, range(11))),
    "card": tuple(map(str, range(1, 105))),
    "place": ("0", "1", "2", "3", "0:left", "3:right"),
    "ready": ("true", "false"),
    "phrase": PHRASES,
    "reaction": REACTIONS,
    "back": ("/rules", "/t/x"),
    "lang": ("de", "browser"),
    "theme": ("dark", "system"),
    "felt": ("green", "blue"),
    "cards": ("head", "stars"),
    "seat": ("0", "1", "2", "all"),
    "pace": ("none", "turn"),
    "where": ("1", "4/7/0"),
    "path": ("sixth.css", "v-1/table.css"),
}
"""Values that the pages themselves send."""

_VALUES: Final[Mapping[bytes, tuple[bytes, ...]]] = {
    b"HX-Request": (b"true", b"maybe"),
    b"Last-Event-ID": (b"1", b"999999999999999", b"x", b"-1"),
    b"Accept-Language": (b"de", b"fr;q=0.5,it", b"*", b"x" * 5000, b";;q=q,,", b"\xff"),
    b"Accept-Encoding": (b"gzip", b"br;q=1, gzip;q=0", b"identity;q=0"),
    b"Origin": (b"http://sixth.test", b"null", b"http://evil.test", b"http://["),
    b"Sec-Fetch-Site": (b"same-origin", b"none", b"cross-site", b""),
    b"Host": (b"sixth.test", b"evil.test:99999", b"[::1", b"a b", b"", b"\xff.test"),
    b"Range": (b"bytes=0-0", b"bytes=9-1", b"bytes=0-,0-,0-,0-", b"x=" + b"0-," * 1000),
    b"If-None-Match": (b"*", b'"x"', b"W/"),
    b"If-Modified-Since": (b"x", b"Sat, 99 Foo 0000 00:00:00 GMT"),
    b"X-Forwarded-For": (b"1.2.3.4", b"x, y", b"::1"),
    b"X-Forwarded-Proto": (b"https", b"x"),
    b"X-HTTP-Method-Override": (b"DELETE",),
    b"Expect": (b"100-continue", b"x"),
    b"Content-Type": (
        *(b"application/json", b"text/plain", b"", b"/", b"multipart/form-data"),
        b"application/x-www-form-urlencoded; charset=utf-7",
        b"multipart/form-data; boundary=" + b"b" * 500,
    ),
    b"Content-Encoding": (b"gzip",),
    b"Cookie": (
        *(b"sixth-lang=de; sixth-theme=dark", b"sixth-lang=\xff; =; ;;", b"x=" + b"y" * 5000),
        *(b'sixth-name="\\000\\377<b>"', b"sixth-renew=off; sixth-theme=x", b"a=1; a=2"),
    ),
}
_HEADERS: Final = [(name, value) for name, values in _VALUES.items() for value in values]

METHODS: Final = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "POST", "GET", "FOO")
MULTIPART: Final = b"multipart/form-data; boundary=b"
FORM: Final = b"application/x-www-form-urlencoded"


def values(name: str) -> st.SearchStrategy[bytes]:
    """Values for this parameter: valid, nearly valid, and far from valid."""
    usual = [each.encode() for each in USUAL.get(name, ("", "1", "2", "10", "on"))]
    return st.one_of(
        st.sampled_from(usual), st.sampled_from(usual), st.sampled_from(NASTY), st.binary(max_size=9)
    )


@st.composite
def asks(draw: st.DrawFn, address: Address, targets: Targets) -> tuple[Ask, str, int | None]:
    """A request to this address, the table that it is about, and the seat that sends it."""
    name = draw(st.sampled_from(["", *targets.by_name, *targets.by_name]))
    table = targets.by_name[name].id if name else ""
    seat = draw(st.sampled_from([None, *range(SEATS)])) if name else None
    method = draw(st.sampled_from([address.method] * 20 + [*METHODS]))
    headers = draw(st.lists(st.sampled_from(_HEADERS), max_size=2))
    if seat is not None:
        headers.append((b"Cookie", f"sixth-{table}={token(seat)}".encode()))
    first, *parts = re.split(r"\{(\w+)\}", address.path)
    target = first.encode()
    for place, text in zip(parts[::2], parts[1::2], strict=True):
        belongs = {"table_id": table, "game_id": f"game-{table}"}.get(place, "")
        value = draw(st.sampled_from([belongs.encode()] * 9 + [b""])) or draw(values(place))
        bare = all(0x20 < byte < 0x7F for byte in value) and draw(st.booleans())
        target += (value if bare else quoted(value)) + text.encode()
    query = [(each, draw(values(each))) for each in address.query if draw(st.booleans())]
    if query:
        target += b"?" + urlencoded(query)
    if draw(st.integers(0, 9)) == 0:
        target += b"?" + draw(
            st.sampled_from(NASTY[3:7]).map(quoted) | st.sampled_from([b"%", b"&=&", b"a=%zz", b"?"])
        )
    body = b""
    if method not in ("GET", "HEAD") or draw(st.integers(0, 19)) == 0:
        kind, body = draw(bodies(address, right(address, targets, name, seat)))
        headers.append((b"Content-Type", kind))
    return Ask(method, target[:50_000], tuple(headers), body), name, seat


def right(address: Address, targets: Targets, name: str, seat: int | None) -> Mapping[str, str]:
    """Return what this seat would properly send to this address of this table now."""
    if not name:
        return {}
    table = targets.by_name[name].table
    game = table.games + address.path.endswith("/begin")
    fields = {"game": str(game), "name": f"Person {SEATS - 1}", "seat": str(SEATS)}
    if table.state is not None:
        fields |= {"round": str(table.state.round + table.between_rounds), "turn": str(table.state.turn)}
        for each in legal(table.state, seat) if seat is not None else ():
            match each:
                case Choose(card) | Pick(card):
                    fields["card"] = str(card)
                case Take(row, side):
                    fields["place"] = f"{row}:{side}" if side else str(row)
    return fields


@st.composite
def bodies(draw: st.DrawFn, address: Address, right: Mapping[str, str]) -> tuple[bytes, bytes]:
    """The content type and the bytes of a form: valid, or damaged in a place or two."""
    kind = draw(st.sampled_from(["form"] * 6 + ["parts", "json", "bytes"]))
    if kind == "bytes":
        return draw(st.sampled_from([FORM, MULTIPART, b"text/plain", b""])), draw(st.binary(max_size=99))
    optional = [each for each in address.fields if each not in address.needed]
    names = [*address.needed, *(draw(st.lists(st.sampled_from(optional), max_size=4)) if optional else ())]
    game = address.path.startswith("/tables")
    pairs = [
        (
            each,
            right[each].encode()
            if each in right and not (game and each == "game")
            else draw(_belonging(each)),
        )
        for each in names
    ]
    for _ in range(draw(st.sampled_from((0, 0, 1, 1, 2)))):
        at = draw(st.integers(0, len(pairs)))
        other = pairs[at][0] if at < len(pairs) else draw(st.sampled_from((*address.fields, "evil", "")))
        change = draw(st.sampled_from(("spoil", "spoil", "repeat", "drop")))
        pairs[at : at + (change != "repeat")] = [] if change == "drop" else [(other, draw(values(other)))]
    if kind == "json":
        return b"application/json", json.dumps(
            {name: each.decode("latin-1") for name, each in pairs}
        ).encode()
    return (FORM, urlencoded(pairs)) if kind == "form" else (MULTIPART, _parts(pairs))


def _belonging(name: str) -> st.SearchStrategy[bytes]:
    return st.sampled_from([each.encode() for each in USUAL.get(name, ("", "1", "2", "10"))])


def urlencoded(pairs: Iterable[tuple[str, bytes]]) -> bytes:
    """Encode as a form or a query does."""
    return b"&".join(b"%s=%s" % (quoted(name.encode()), quoted(each)) for name, each in pairs)


def quoted(data: bytes) -> bytes:
    """Percent-encode as browsers do."""
    return quote_from_bytes(data, safe="").encode()


def _parts(pairs: Iterable[tuple[str, bytes]]) -> bytes:
    head = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    return b"".join(head % (name.encode(), each) for name, each in pairs) + b"--b--\r\n"


# ------------------------------------------------------------------ attacks


def test_any_request_to_any_address_has_one_sentence_as_answer_and_leaves_nothing_half_done(
    targets: Targets, schema: dict[str, Any]
) -> None:
    wrong: list[str] = []
    for address in addresses(schema):

        @TRIES
        @given(asks(address, targets))
        def attack(what: tuple[Ask, str, int | None]) -> None:
            wrong.append(targets.attack(*what))

        attack()
    assert not any(wrong), "\n".join(each for each in wrong if each)


def of_case(case: Case[Any], targets: Targets) -> tuple[Ask, str]:
    """Return the request that schemathesis would send, without credentials."""
    prepared = Request(**case.as_transport_kwargs(base_url="http://sixth.test")).prepare()
    assert prepared.method
    assert prepared.path_url
    path = prepared.path_url
    name = next((name for name in targets.by_name if f"/-{name}-" in path), "")
    target = path.replace(f"-{name}-", targets.by_name[name].id) if name else path
    ours = ("Content-Length", "Connection", "Accept-Encoding")
    headers = tuple(
        (_bytes(each), _bytes(value)) for each, value in prepared.headers.items() if each not in ours
    )
    return Ask(prepared.method, target.encode(), headers, _bytes(prepared.body or b"")), name


def _bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)
