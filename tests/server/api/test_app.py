"""The API as a whole: games that programs play over it, and its description of itself."""

import re
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import sixth
from sixth.rules.view import View
from tests.server.support.hosting import Site, hosting
from tests.server.support.programs import Program

_VIEW_FIELDS = [each.name for each in fields(View)]


def test_the_document_describes_every_address_with_its_input_and_output(site: Site) -> None:
    document = site.person().client.get("/api/v1/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    assert len({each["operationId"] for each in operations}) == len(operations) > 20
    for each in operations:
        assert each["description"].endswith((".", ")"))
        assert each["responses"]["4XX"]["content"]["application/problem+json"]
    assert [*document["components"]["schemas"]["GameView"]["properties"]] == ["view", *_VIEW_FIELDS]


def test_the_reference_page_shows_every_operation_and_loads_nothing_from_another_host(site: Site) -> None:
    client = site.person().client
    page, document = client.get("/api").text, client.get("/api/v1/openapi.json").json()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"{method.upper()} /api/v1{path}</code>" in page
    assert 'src="http' not in page
    assert "//cdn" not in page


def test_the_api_lists_the_games_and_bots_of_the_program(site: Site) -> None:
    client = Program(site).client
    assert [each["name"] for each in client.get("/games").json()] == list(sixth.games)
    assert [each["name"] for each in client.get("/bots").json()] == list(sixth.bots.names)


def test_a_program_finds_a_table_by_its_code_and_in_the_list(site: Site) -> None:
    ana = Program.host(site, name="Ana of the list", seats=2, config={"listed": True})
    code = ana.look()["code"]
    client = Program(site).client
    assert client.get(f"/codes/{code}").json() == {"table": ana.table}
    (line,) = [each for each in client.get("/tables").json() if each["id"] == ana.table]
    assert line["host"] == "Ana of the list"
    assert line["since"].endswith("Z")


def test_first_requests_are_answered_while_another_thread_changes_warning_filters(
    tmp_path: Path,
) -> None:
    """Kernels change the filters while they load, so nothing that a request builds may set its own."""
    paths = ["/bots", "/tables", "/daily", "/codes/none", "/tables/none", "/records/none", "/openapi.json"]
    interval = sys.getswitchinterval()
    with hosting(tmp_path / "new") as site, ThreadPoolExecutor(1) as asking, warnings.catch_warnings():
        # Seconds until another thread runs: few enough that the switch happens while filters change.
        sys.setswitchinterval(1e-6)
        client = Program(site).client
        answers = asking.submit(lambda: [client.get(path).status_code for path in paths])
        while not answers.done():
            warnings.simplefilter("error")
        sys.setswitchinterval(interval)
    assert answers.result() == [200, 200, 200, 404, 404, 404, 200]


def test_answers_to_programs_are_not_compressed(site: Site) -> None:
    ana = Program.host(site, seats=2)
    answer = ana.client.get(f"/tables/{ana.table}", headers={**ana.proof, "accept-encoding": "gzip"})
    assert len(answer.content) > 500
    assert "content-encoding" not in answer.headers


def test_the_docs_name_addresses_and_codes_that_exist(site: Site) -> None:
    document = site.person().client.get("/api/v1/openapi.json").json()
    page = (Path(__file__).parents[3] / "docs/api.md").read_text()
    for path in re.findall(r"(?:GET|POST) /api/v1(/[\w/]+)", page):
        pattern = re.sub(r"[A-Z]{4,}", "[^/]+", path)
        assert any(re.fullmatch(pattern, each) for each in document["paths"]), path
    source = "".join(path.read_text() for path in (Path(sixth.__file__).parent).rglob("*.py"))
    for code in re.findall(r"\(?`([a-z]+-[a-z-]+)`", page):
        assert f'"{code}"' in source, code


def test_head_answers_as_get_without_a_body(site: Site) -> None:
    ana = Program.host(site, seats=2)
    client, places = ana.client, {"table_id": ana.table, "day": "2026-01-01"}
    paths = client.get("/openapi.json").json()["paths"]
    gets = [path for path, operations in paths.items() if "get" in operations]
    assert len(gets) > 10
    for path in gets:
        address = re.sub(r"\{(\w+)\}", lambda match: places.get(match[1], "x"), path)
        with client.stream("GET", address, headers=ana.proof) as answer:
            status, kind = answer.status_code, answer.headers["content-type"]
        head = client.head(address, headers=ana.proof)
        assert (head.status_code, head.headers["content-type"], head.content) == (status, kind, b""), path


def test_each_problem_that_is_answered_is_one_of_the_document(site: Site) -> None:
    document = site.person().client.get("/api/v1/openapi.json").json()
    known = document["components"]["schemas"]["Problem"]["properties"]
    ana = Program.host(site, seats=2)
    problem = ana.do("choose", card="x").json(), ana.do("say", kind="text").json()
    assert all(each.keys() <= known.keys() for each in problem)
    assert problem[1]["field"] == "said"
