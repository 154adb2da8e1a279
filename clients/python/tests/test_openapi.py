"""Every method and type of the client stands in the description of the API."""

import asyncio
import inspect
import json
import re
import typing
import unittest

import httpx

from groundwall import AsyncGroundwall, Groundwall, types
from running import Running

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

    def test_types_have_the_fields_of_the_schemas(self) -> None:
        named = API["components"]["schemas"]
        page = schema(API["paths"]["/api/v1/reports"]["get"]["responses"]["200"]["content"]["application/json"]["schema"])
        listed = schema(API["paths"]["/api/v1/documents"]["get"]["responses"]["200"]["content"]["application/json"]["schema"])
        taken = schema(API["paths"]["/api/v1/documents"]["post"]["responses"]["201"]["content"]["application/json"]["schema"])
        body = schema(API["paths"]["/api/v1/verifications"]["post"]["requestBody"]["content"]["application/json"]["schema"])
        source = schema(body["properties"]["sources"]["items"])
        for kind, described in [
            (types.Report, named["Report"]), (types.JudgedClaim, named["JudgedClaim"]), (types.Collection, named["Collection"]),
            (types.ReportPage, page), (types.ReportLine, schema(page["properties"]["reports"]["items"])), (types.Documents, listed),
            (types.Uploaded, taken), (types.Source, source), (types.Citation, schema(named["Report"]["properties"]["citations"]["items"])),
            (types.Stage, schema(named["Report"]["properties"]["stages"]["items"])),
        ]:
            fields = set(typing.get_type_hints(kind))
            self.assertEqual(fields, set(described["properties"]), kind)
            self.assertLessEqual(set(described["required"]), kind.__required_keys__, kind)
        for kind, name in [(types.State, "State"), (types.Verdict, "Verdict")]:
            self.assertEqual(list(typing.get_args(kind)), named[name]["enum"])


if __name__ == "__main__":
    unittest.main()
