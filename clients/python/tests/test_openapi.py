"""Every method and type of the client stands in the description of the API."""

import asyncio
import inspect
import json
import pathlib
import re
import sys
import typing
import unittest

import httpx

from groundwall import AsyncGroundwall, Groundwall, types
from running import Running

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import generate  # noqa: E402

#: As the built server serves it.
API: dict[str, typing.Any] = {}
#: Values for the arguments of methods, by their names.
VALUES = {
    "question": "Q?", "answer": "A.", "claims": ["A."], "sources": [{"id": "a", "text": "b", "title": "c"}], "collection": "c",
    "conversation": "new", "scope": {"documents": ["a"]}, "policy": {"verifier": "fast"}, "origin": "o", "files": [("a.txt", b"a")],
    "name": "n", "id": "i/d", "search": "s", "state": "verified", "limit": 1, "after": 1, "format": "csv",
}
METHODS = [name for name in vars(Groundwall) if not name.startswith("_") and name != "close"]


def calls(name: str) -> list[dict[str, object]]:
    """Every argument once; an answer and claims do not go together."""
    wanted = [one for one in inspect.signature(getattr(Groundwall, name)).parameters if one != "self"]
    if name != "verify":
        return [{one: VALUES[one] for one in wanted}]
    return [{one: VALUES[one] for one in wanted if one != left} for left in ("answer", "claims")]


def operation(request: httpx.Request) -> dict[str, typing.Any]:
    path = request.url.raw_path.decode().split("?")[0]
    for template, methods in API["paths"].items():
        pattern = re.sub(r"\{[^}]+\}", "[^/]+", template)
        if re.fullmatch(pattern, path) and request.method.lower() in methods:
            return methods[request.method.lower()]
    raise AssertionError(f"{request.method} {path} is no operation of the API")


def schema(value: dict[str, typing.Any]) -> dict[str, typing.Any]:
    return API["components"]["schemas"][value["$ref"].rsplit("/", 1)[1]] if "$ref" in value else value


class OpenApi(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        server = Running()
        try:
            API.update(httpx.get(f"{server.base}/api/openapi.json").json())
        finally:
            server.stop()

    def check(self, request: httpx.Request) -> None:
        found = operation(request)
        parameters = {one["name"] for one in found.get("parameters", []) if one["in"] == "query"}
        self.assertLessEqual(set(request.url.params), parameters, request.url)
        if request.headers.get("content-type") == "application/json":
            body = schema(found["requestBody"]["content"]["application/json"]["schema"])
            self.assertLessEqual(set(json.loads(request.content)), set(body["properties"]))
        elif request.content:
            self.assertIn("multipart/form-data", found["requestBody"]["content"])

    def test_every_method_is_an_operation_in_both_forms(self) -> None:
        seen: list[tuple[str, str, bytes]] = []

        def handle(request: httpx.Request) -> httpx.Response:
            self.check(request)
            seen.append((request.method, str(request.url), request.content if "multipart" not in request.headers.get("content-type", "") else b""))
            return httpx.Response(200, json={"collections": []})

        self.assertGreaterEqual(len(METHODS), 11)
        with Groundwall(transport=httpx.MockTransport(handle)) as wall:
            for name in METHODS:
                for arguments in calls(name):
                    getattr(wall, name)(**arguments)
        sync, seen = seen, []

        async def awaited() -> None:
            async with AsyncGroundwall(transport=httpx.MockTransport(handle)) as wall:
                for name in METHODS:
                    same = inspect.signature(getattr(Groundwall, name)) == inspect.signature(getattr(AsyncGroundwall, name))
                    self.assertTrue(same, name)
                    for arguments in calls(name):
                        await getattr(wall, name)(**arguments)

        asyncio.run(awaited())
        self.assertEqual(sync, seen)

    def test_the_types_of_both_clients_are_those_of_the_description(self) -> None:
        again = "run clients/generate.py"
        self.assertEqual(generate.Python().file(API), generate.PYTHON.read_text(encoding="utf-8"), again)
        self.assertEqual(generate.TypeScript().file(API), generate.TYPESCRIPT.read_text(encoding="utf-8"), again)

    def test_the_types_can_be_read_by_programs(self) -> None:
        records = [kind for kind in vars(types).values() if typing.is_typeddict(kind)]
        self.assertGreater(len(records), 40)
        for kind in records:
            typing.get_type_hints(kind)
        report = types.Report
        self.assertLessEqual({"id", "state", "claims"}, report.__required_keys__)
        self.assertIn("table", report.__optional_keys__)
        self.assertEqual(set(typing.get_type_hints(types.InlineSource)), {"id", "text", "title"})
        self.assertIn("partly_verified", typing.get_args(types.State))


if __name__ == "__main__":
    unittest.main()
