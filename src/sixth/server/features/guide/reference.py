"""The page that describes the API, made from the OpenAPI document that programs read."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.api.app import PREFIX
from sixth.server.web.templating.environment import render

SchemaObject = Mapping[str, Any]


async def reference(request: Request) -> HTMLResponse:
    """Show the operations of the API of this site."""
    return HTMLResponse(render("guide/templates/api.html", **_context(request.app.state.api)))


@lru_cache(1)
def _context(api: FastAPI) -> Mapping[str, object]:
    document = api.openapi()
    return {"about": document["info"]["description"], "prefix": PREFIX, "groups": groups(document)}


def groups(document: SchemaObject) -> dict[str, list[SchemaObject]]:
    """Return the operations of a document by tag, in the order of the document.

    An operation has the fields of its `query`, of the body that it `takes` and of the answer that it `gives`;
    `content` is the kind of the answer as a whole.
    """
    operations: dict[str, list[SchemaObject]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            of_tag = operations.setdefault(operation["tags"][0], [])
            of_tag.append(_operation(document, path, method, operation))
    return operations


def _operation(document: SchemaObject, path: str, method: str, operation: SchemaObject) -> SchemaObject:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answer = next(each for status, each in operation["responses"].items() if status.startswith("2"))
    kind, content = next(iter(answer["content"].items()))
    schema = content.get("schema", {})
    query = [
        _field(each["name"], each["schema"], required=each.get("required", False))
        for each in operation.get("parameters", ())
        if each["in"] == "query"
    ]
    return {
        "method": method.upper(),
        "path": path,
        "about": operation["description"],
        "query": query,
        "takes": _fields(document, body),
        "gives": _fields(document, schema.get("items", schema)),
        "content": _kind(schema) if kind == "application/json" else kind,
    }


def _fields(document: SchemaObject, schema: SchemaObject) -> list[SchemaObject]:
    if "$ref" in schema:
        schema = document["components"]["schemas"][_name(schema["$ref"])]
    required = schema.get("required", ())
    fields = schema.get("properties", {}).items()
    return [_field(name, each, required=name in required) for name, each in fields]


def _field(name: str, schema: SchemaObject, *, required: bool) -> SchemaObject:
    return {"name": name, "kind": _kind(schema), "required": required}


def _kind(schema: SchemaObject) -> str:
    """Return the kind of JSON of a schema in a few letters."""
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_kind(schema['items'])}]" if "items" in schema else "[…]"
    if "enum" in schema:
        return " | ".join(f'"{each}"' for each in schema["enum"])
    return str(schema.get("format") or schema.get("type", "JSON"))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
