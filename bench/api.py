"""What FastAPI costs a request of the API, beside a route of Starlette: `python bench/api.py`.

Both take the JSON of an action with a token, check it against the same model, and answer with the same one.
They are called as the server would call them, without a network and without a table. Counted are seconds of
processor time, the best of several runs in turns.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from rules import report
from starlette.applications import Starlette
from starlette.requests import Request as StarletteRequest
from starlette.responses import Response
from starlette.routing import Route

from sixth.server.api.answers import Done
from sixth.server.api.requests import ActRequest
from sixth.server.table.identity import is_token

RUNS: Final = 7
REQUESTS: Final = 2000
BODY: Final = b'{"game":1,"round":1,"turn":3,"action":{"choose":17}}'
HEADERS: Final = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(BODY)).encode()),
    (b"authorization", b"Bearer " + b"a" * 43),
]

Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]


async def token(_request: Request, given: Bearer) -> str:
    """Return the token of a request."""
    assert given is not None
    assert is_token(given.credentials)
    return given.credentials


def with_fastapi() -> Any:
    """Return an application with one route, as the API has them."""
    app = FastAPI()

    @app.post("/tables/{table_id}/act")
    async def act(table_id: str, request: ActRequest, who: Annotated[str, Depends(token)]) -> Done:
        return Done(version=request.turn + len(table_id) + len(who))

    return app


def with_starlette() -> Any:
    """Return the same by hand; it has neither a document nor problems for what is wrong."""

    async def act(request: StarletteRequest) -> Response:
        who = request.headers["authorization"].removeprefix("Bearer ")
        assert is_token(who)
        given = ActRequest.model_validate_json(await request.body())
        done = Done(version=given.turn + len(request.path_params["table_id"]) + len(who))
        return Response(done.model_dump_json(), media_type="application/json")

    return Starlette(routes=[Route("/tables/{table_id}/act", act, methods=["POST"])])


async def ask(app: Any) -> None:
    """Ask once."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/tables/abc/act",
        "raw_path": b"/tables/abc/act",
        "root_path": "",
        "query_string": b"",
        "headers": HEADERS,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    await app(scope, receive, send)
    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b'{"version":49}'


APPS: Final[dict[str, Callable[[], Any]]] = {"api.fastapi": with_fastapi, "api.starlette": with_starlette}


async def main() -> None:
    """Measure and print."""
    apps = {name: made() for name, made in APPS.items()}
    best = dict.fromkeys(apps, float("inf"))
    for _ in range(RUNS):
        for name, app in apps.items():
            begin = time.process_time()
            for _ in range(REQUESTS):
                await ask(app)
            best[name] = min(best[name], (time.process_time() - begin) / REQUESTS)
    for name, seconds in best.items():
        report(name, round(seconds * 1e6), "µs/request", f"best of {RUNS} times {REQUESTS}")


if __name__ == "__main__":
    asyncio.run(main())
