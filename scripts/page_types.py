"""Types of the API's document, and a comparison with those in scripts, for tsc: `page_types.py FOLDER`.

Into the folder go the types of the document (`document.d.ts`), what they are compared with (`agree.ts`), and
a `tsconfig.json` that checks both beside the scripts which that of the repository names.
"""

import json
import sys
from pathlib import Path
from typing import Any, cast

from sixth.server.api.app import create_api
from sixth.server.site import Site

ROOT = Path(__file__).parents[1]
STATE = ROOT / "src/sixth/server/web/static/table/types"

AGREE = """import type { State } from "%s";
import type { PageState } from "./document";

type Flat<T> = T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T;
type Same<A, B, What extends string> =
  (<T>() => T extends Flat<A> ? 1 : 2) extends (<T>() => T extends Flat<B> ? 1 : 2)
    ? true : `${What}: another type in the document of the API`;

export const keys: Same<Exclude<keyof State, "v" | "around">, keyof PageState, "keys of State"> = true;
"""

AGREES = 'export const is_same_%s: Same<State["%s"], PageState["%s"], "%s of State"> = true;'


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
    """Write the files."""
    folder = Path(sys.argv[1])
    document = create_api(cast(Site, None)).openapi()
    schemas = document["components"]["schemas"]
    types = [f"export type {each} = {typed(schemas[each])};" for each in reached(schemas, "PageState")]
    (folder / "document.d.ts").write_text("\n".join(types) + "\n")
    agree = [AGREES % (key, key, key, key) for key in schemas["PageState"]["properties"]]
    (folder / "agree.ts").write_text(AGREE % STATE + "\n".join(agree) + "\n")
    project = json.loads((ROOT / "tsconfig.json").read_text())
    include = [*(str(ROOT / each) for each in project["include"]), "*.ts"]
    (folder / "tsconfig.json").write_text(
        json.dumps({"extends": str(ROOT / "tsconfig.json"), "include": include})
    )


if __name__ == "__main__":
    main()
