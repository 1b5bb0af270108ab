"""The types of a table's page in the document of the API, as `build/types/document.d.ts` for tsc."""

import json
from pathlib import Path
from typing import Any, cast

from sixth.server.api.app import create_api
from sixth.server.site import Site

FILE = Path(__file__).parents[1] / "build/types/document.d.ts"


def typed(schema: dict[str, Any]) -> str:
    """Return the type that a JSON schema of the document describes, in TypeScript."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"enum": list(words)}:
            return " | ".join(map(json.dumps, words))
        case {"anyOf": list(kinds)}:
            return " | ".join(map(typed, kinds))
        case {"type": "array", "prefixItems": list(items)}:
            return f"[{', '.join(map(typed, items))}]"
        case {"type": "array", "items": dict(items)}:
            return f"({typed(items)})[]"
        case {"type": "object", "properties": dict(keys)}:
            needed = schema.get("required", ())
            named = (f"{key}{'' if key in needed else '?'}: {typed(each)}" for key, each in keys.items())
            return f"{{ {'; '.join(named)} }}"
        case {"type": "object", "additionalProperties": True}:
            return "Record<string, any>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as name}:
            return str(name)
    raise ValueError(f"No type is known for {schema}.")


def reached(schemas: dict[str, Any], name: str) -> list[str]:
    """Return a schema's name, and those of all that it refers to."""
    found, waiting = dict[str, None](), [name]
    while waiting:
        if (each := waiting.pop()) not in found:
            found[each] = None
            text = json.dumps(schemas[each])
            waiting += [part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]]
    return [*found]


def main() -> None:
    """Write the file."""
    document = create_api(cast(Site, None)).openapi()
    schemas = document["components"]["schemas"]
    types = [f"type {each} = {typed(schemas[each])};\n" for each in reached(schemas, "PageState")]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("".join(types))


if __name__ == "__main__":
    main()
