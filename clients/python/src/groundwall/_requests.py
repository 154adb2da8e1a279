"""The requests of the client, made the same for both forms, and how responses are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx

from .types import InlineSource, PolicyOverride, Scope

File = tuple[str, bytes]


class GroundwallError(Exception):
    """The server refused a request and says why."""

    def __init__(self, status: int, code: str, message: str, retry_after: float | None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.retry_after = retry_after


class Call(NamedTuple):
    """A request before it is sent."""

    method: str
    path: str
    params: dict[str, str] = {}
    body: dict[str, Any] | None = None
    files: list[tuple[str, File]] | None = None


def said(response: httpx.Response) -> httpx.Response:
    """The response, or its problem as an error."""
    if response.is_success:
        return response
    try:
        problem = response.json()["error"]
        code, message = str(problem["code"]), str(problem["message"])
    except (ValueError, KeyError, TypeError):
        code, message = "unknown", f"The server answered {response.status_code}."
    wait = response.headers.get("retry-after", "")
    raise GroundwallError(response.status_code, code, message, float(wait) if wait.isdigit() else None)


def given(**fields: Any) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def _id(path: str, id: str) -> str:
    return path + quote(id, safe="")


def ask(
    question: str,
    collection: str | None,
    conversation: str | None,
    scope: Scope | None,
    policy: PolicyOverride | None,
) -> Call:
    body = given(
        question=question, collection=collection, conversation=conversation, scope=scope, policy=policy
    )
    return Call("POST", "/api/v1/questions", body=body)


def verify(
    answer: str | None,
    claims: Iterable[str] | None,
    sources: Iterable[InlineSource] | None,
    collection: str | None,
    scope: Scope | None,
    policy: PolicyOverride | None,
    origin: str | None,
) -> Call:
    if (answer is None) == (claims is None):
        raise ValueError("give either an answer or claims")
    body = given(
        answer=answer,
        claims=None if claims is None else list(claims),
        sources=None if sources is None else list(sources),
        collection=collection,
        scope=scope,
        policy=policy,
        origin=origin,
    )
    return Call("POST", "/api/v1/verifications", body=body)


def upload(files: Iterable[File], collection: str | None) -> Call:
    parts = [("file", file) for file in files]
    return Call("POST", "/api/v1/documents", params=given(collection=collection), files=parts)


def documents(collection: str | None) -> Call:
    return Call("GET", "/api/v1/documents", params=given(collection=collection))


def collections() -> Call:
    return Call("GET", "/api/v1/collections")


def create_collection(name: str, policy: PolicyOverride | None) -> Call:
    return Call("POST", "/api/v1/collections", body=given(name=name, policy=policy))


def delete_collection(id: str) -> Call:
    return Call("DELETE", _id("/api/v1/collections/", id))


def report(id: str) -> Call:
    return Call("GET", _id("/api/v1/reports/", id))


def reports(
    search: str | None,
    state: str | None,
    collection: str | None,
    limit: int | None,
    after: int | None,
) -> Call:
    params = given(search=search, state=state, collection=collection, limit=limit, after=after)
    return Call("GET", "/api/v1/reports", params={name: str(value) for name, value in params.items()})


def export(id: str, format: str) -> Call:
    return Call("GET", _id("/api/v1/reports/", id) + "/export", params={"format": format})


def delete_report(id: str) -> Call:
    return Call("DELETE", _id("/api/v1/reports/", id))
