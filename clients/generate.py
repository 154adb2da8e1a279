#!/usr/bin/env python3
"""Writes the types of both clients from the description of the API that a server gives.

    python3 clients/generate.py http://127.0.0.1:3000/api/openapi.json

A test of the Python client makes them again from the built server and holds them against the files.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

Schema = dict[str, Any]

#: The operations that the clients call.
OPERATIONS = [
    ("post", "/api/v1/questions"),
    ("post", "/api/v1/verifications"),
    ("get", "/api/v1/documents"),
    ("post", "/api/v1/documents"),
    ("get", "/api/v1/collections"),
    ("post", "/api/v1/collections"),
    ("get", "/api/v1/reports"),
    ("get", "/api/v1/reports/{id}"),
]
FOLDER = Path(__file__).resolve().parent
PYTHON = FOLDER / "python/src/groundwall/types.py"
TYPESCRIPT = FOLDER / "typescript/src/types.ts"
HEAD = "Written by clients/generate.py from the description of the API; changes belong there."
REF = "#/components/schemas/"
PLAIN = {
    "string": ("str", "string"),
    "integer": ("int", "number"),
    "number": ("float", "number"),
    "boolean": ("bool", "boolean"),
    "null": ("None", "null"),
}


def references(schema: Any) -> Iterator[str]:
    """The names of all schemas that one names, in their order."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(REF)
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


def needed(api: Schema) -> dict[str, Schema]:
    """The schemas that the operations take and return, with all that these name, by name."""
    schemas: dict[str, Schema] = api["components"]["schemas"]
    found: set[str] = set()
    wanted: list[str] = []
    for method, path in OPERATIONS:
        operation = api["paths"][path][method]
        answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
        for content in [operation.get("requestBody", {}), *answers]:
            wanted += references(content)
        wanted += references(operation.get("parameters", []))
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += references(schemas[name])
    return {name: schemas[name] for name in sorted(found)}


def export_formats(api: Schema) -> list[str]:
    parameters = api["paths"]["/api/v1/reports/{id}/export"]["get"]["parameters"]
    schema = next(one["schema"] for one in parameters if one["name"] == "format")
    return list(schema["enum"])


def is_object(schema: Schema) -> bool:
    return "properties" in schema


def tag(schema: Schema) -> str | None:
    """The value of the field that tells one form of several from the others."""
    for field in schema.get("properties", {}).values():
        if len(field.get("enum", [])) == 1:
            return str(field["enum"][0])
    return None


def pascal(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in word.replace("-", "_").split("_"))


def forms(name: str, schema: Schema) -> list[tuple[str, Schema]]:
    """The forms of a schema that are objects, each with a name of its own."""
    found = []
    for place, form in enumerate(schema.get("oneOf", []), 1):
        if is_object(form):
            only = next(iter(form["properties"])) if len(form["properties"]) == 1 else str(place)
            found.append((name + pascal(tag(form) or only), form))
    return found


def plain(text: str) -> str:
    """A description without the marks of links in it."""
    return re.sub(r"\[(`[^`]+`)\]", r"\1", " ".join(text.split()))


def words(text: str, lead: str, width: int = 160) -> list[str]:
    return textwrap.wrap(plain(text), width, initial_indent=lead, subsequent_indent=lead)


class Python:
    """Python's way to write types."""

    def of(self, schema: Schema, name: str = "") -> str:
        if "$ref" in schema:
            return str(schema["$ref"].removeprefix(REF))
        if "enum" in schema:
            return "Literal[" + ", ".join(json.dumps(value) for value in schema["enum"]) + "]"
        if "oneOf" in schema:
            named = dict((json.dumps(form), known) for known, form in forms(name, schema)) if name else {}
            return self.union([named.get(json.dumps(form)) or self.of(form) for form in schema["oneOf"]])
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return self.union([self.of({**schema, "type": kind}) for kind in kinds])
        if "prefixItems" in schema:
            return "tuple[" + ", ".join(self.of(item) for item in schema["prefixItems"]) + "]"
        if kinds == "array":
            return f"list[{self.of(schema.get('items', {}))}]"
        more = schema.get("additionalProperties")
        if kinds == "object" and isinstance(more, dict):
            return f"dict[str, {self.of(more)}]"
        if kinds == "object":
            return "dict[str, Any]"
        return PLAIN[kinds][0] if kinds in PLAIN else "Any"

    @staticmethod
    def union(parts: list[str]) -> str:
        parts = list(dict.fromkeys(parts))
        return " | ".join([part for part in parts if part != "None"] + (["None"] if "None" in parts else []))

    def record(self, name: str, schema: Schema) -> list[str]:
        """An object as a class; where a field's name is a word of the language, by a call."""
        fields = schema["properties"]
        always = set(schema.get("required", []))
        described = schema.get("description")
        if any(keyword.iskeyword(field) for field in fields):
            pairs = ", ".join(f'"{field}": "{self.of(value)}"' for field, value in fields.items())
            note = words(described, "# ") if described else []
            return [*note, f'{name} = TypedDict("{name}", {{{pairs}}})' if always >= set(fields) else f'{name} = TypedDict("{name}", {{{pairs}}}, total=False)']
        sure = [field for field in fields if field in always]
        maybe = [field for field in fields if field not in always]
        if sure and maybe:
            first = self.body(f"_{name}", "TypedDict", None, {field: fields[field] for field in sure})
            rest = self.body(name, f"_{name}, total=False", described, {field: fields[field] for field in maybe})
            return [*first, "", "", *rest]
        return self.body(name, "TypedDict" if sure else "TypedDict, total=False", described, fields)

    def body(self, name: str, base: str, described: str | None, fields: Schema) -> list[str]:
        lines = [f"class {name}({base}):"]
        if described:
            told = words(described, "    ")
            told[0] = '    """' + told[0].lstrip()
            lines += told[:-1] + [told[-1] + '"""', ""]
        for field, value in fields.items():
            if value.get("description"):
                lines += words(value["description"], "    #: ")
            lines.append(f"    {field}: {self.of(value)}")
        return lines if fields else [*lines, "    pass"]

    def file(self, api: Schema) -> str:
        schemas = needed(api)
        names: list[str] = []
        records: list[list[str]] = []
        unions: list[str] = []
        for name, schema in schemas.items():
            if is_object(schema):
                records.append(self.record(name, schema))
                continue
            for known, form in forms(name, schema):
                records.append(self.record(known, form))
            line = f"{name} = {self.of(schema, name)}"
            (unions if "oneOf" in schema else names).append(line)
        told = ", ".join(json.dumps(one) for one in export_formats(api))
        parts = [
            [f'"""What the API takes and returns. {HEAD}"""'],
            ["from __future__ import annotations", "", "from typing import Any, Literal, TypedDict"],
            [f"ExportFormat = Literal[{told}]", *names],
        ]
        text = "\n\n".join("\n".join(part) for part in parts)
        text += "\n\n\n" + "\n\n\n".join("\n".join(record) for record in records)
        return text + "\n\n\n" + "\n".join(unions) + "\n"


class TypeScript:
    """TypeScript's way to write types."""

    def of(self, schema: Schema) -> str:
        if "$ref" in schema:
            return str(schema["$ref"].removeprefix(REF))
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        if "oneOf" in schema:
            return Python.union([self.of(form) for form in schema["oneOf"]]).replace("None", "null")
        if is_object(schema):
            fields = [f"{self.field(field, schema)}: {self.of(value)}" for field, value in schema["properties"].items()]
            return "{ " + "; ".join(fields) + " }"
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return " | ".join(dict.fromkeys(self.of({**schema, "type": kind}) for kind in kinds))
        if "prefixItems" in schema:
            return "[" + ", ".join(self.of(item) for item in schema["prefixItems"]) + "]"
        if kinds == "array":
            item = self.of(schema.get("items", {}))
            return f"({item})[]" if " " in item and not item.startswith("{") else f"{item}[]"
        more = schema.get("additionalProperties")
        if kinds == "object":
            return f"Record<string, {self.of(more) if isinstance(more, dict) else 'unknown'}>"
        return PLAIN[kinds][1] if kinds in PLAIN else "unknown"

    @staticmethod
    def field(name: str, schema: Schema) -> str:
        return name if name in schema.get("required", []) else f"{name}?"

    @staticmethod
    def note(text: str | None, lead: str = "") -> list[str]:
        if not text:
            return []
        told = plain(text).replace("*/", "* /")
        return [f"{lead}/** {told} */"]

    def file(self, api: Schema) -> str:
        told = " | ".join(json.dumps(one) for one in export_formats(api))
        parts = [[f"// What the API takes and returns. {HEAD}"], [f"export type ExportFormat = {told};"]]
        for name, schema in needed(api).items():
            lines = self.note(schema.get("description"))
            if is_object(schema):
                lines.append(f"export interface {name} {{")
                for field, value in schema["properties"].items():
                    lines += self.note(value.get("description"), "  ")
                    lines.append(f"  {self.field(field, schema)}: {self.of(value)};")
                lines.append("}")
            else:
                lines.append(f"export type {name} = {self.of(schema)};")
            parts.append(lines)
        return "\n\n".join("\n".join(part) for part in parts) + "\n"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with urlopen(sys.argv[1]) as answer:  # noqa: S310
        api = json.load(answer)
    PYTHON.write_text(Python().file(api), encoding="utf-8")
    TYPESCRIPT.write_text(TypeScript().file(api), encoding="utf-8")
    print(f"{PYTHON}\n{TYPESCRIPT}")


if __name__ == "__main__":
    main()
