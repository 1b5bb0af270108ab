"""Requests of schemathesis to every address of the API: none causes a fault or a half-done change."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings, strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok

from sixth.cli.app import run
from tests.server.support.attacking import SEATS, Ask, Targets
from tests.server.support.hosting import hosting
from tests.server.support.logs import token
from tests.server.web.test_attack import MORE, TRIES, of_case


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Targets]:
    """Open tables at a site of their own, and check their logs at the end."""
    data = tmp_path_factory.mktemp("site") / "data"
    with hosting(data) as site:
        targets = Targets(site)
        yield targets
        assert not [*targets.lost()]
    assert run(["db", "check", "--data", str(data)]) == 0


def test_any_request_from_schemathesis_is_answered_and_leaves_nothing_half_done(targets: Targets) -> None:
    """The requests come from each seat and from a stranger, at tables in every phase."""
    schema = targets.site.person().client.get("/api/v1/openapi.json").json()
    for methods in schema["paths"].values():
        for about in methods.values():
            about.pop("security", None)
            for each in about.get("parameters", ()):
                if each["name"] in ("table_id", "game_id"):
                    prefix = "game-" if each["name"] == "game_id" else ""
                    each["schema"] = {"enum": [f"{prefix}-{name}-" for name in targets.by_name]}
    wrong: list[str] = []
    rng = Random(1)
    for result in schemathesis.openapi.from_dict(schema).get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        for mode in GenerationMode if operation.body else [GenerationMode.POSITIVE]:

            @settings(TRIES, max_examples=MORE or 3)
            @given(
                case=operation.as_strategy(generation_mode=mode),
                fits=st.just(mode is GenerationMode.POSITIVE),
            )
            def attack(case: Case[Any], fits: bool) -> None:
                ask, name = of_case(case, targets)
                seat = rng.choice((None, *range(SEATS)))
                proof = () if seat is None else ((b"Authorization", f"Bearer {token(seat)}".encode()),)
                headers = tuple(each for each in ask.headers if each[0].lower() != b"authorization")
                request = Ask(ask.method, ask.target, (*headers, *proof), ask.body)
                wrong.append(targets.attack(request, name, seat, fits=fits))

            attack()
    assert not any(wrong), "\n".join(each for each in wrong if each)
