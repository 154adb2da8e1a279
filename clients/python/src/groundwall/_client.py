"""The client, for programs that wait and for programs that await."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Any, cast

import httpx

from . import _requests as requests
from ._requests import Call, File, said
from .types import (
    Collection,
    Documents,
    ExportFormat,
    InlineSource,
    PolicyOverride,
    Report,
    ReportPage,
    Scope,
    State,
    UploadedDocuments,
)

#: The server ends a question after 120 s as it comes, and an upload after 900 s.
TIMEOUT = httpx.Timeout(130.0, connect=5.0)
UPLOAD = httpx.Timeout(930.0, connect=5.0)


def _headers(api_key: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {api_key}"} if api_key else {}


def _sent(call: Call) -> dict[str, Any]:
    return {
        "method": call.method,
        "url": call.path,
        "params": call.params,
        "json": call.body,
        "files": call.files,
        "timeout": TIMEOUT if call.files is None else UPLOAD,
    }


class Groundwall:
    """A Groundwall server."""

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:3000",
        api_key: str | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        headers = _headers(api_key)
        self._http = httpx.Client(base_url=base_url, headers=headers, transport=transport)

    def __enter__(self) -> Groundwall:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def _send(self, call: Call) -> httpx.Response:
        return said(self._http.request(**_sent(call)))

    def ask(
        self,
        question: str,
        *,
        collection: str | None = None,
        conversation: str | None = None,
        scope: Scope | None = None,
        policy: PolicyOverride | None = None,
    ) -> Report:
        """Answers from the stored documents; the report says what of it holds."""
        response = self._send(requests.ask(question, collection, conversation, scope, policy))
        return cast(Report, response.json())

    def verify(
        self,
        answer: str | None = None,
        *,
        claims: Iterable[str] | None = None,
        sources: Iterable[InlineSource] | None = None,
        collection: str | None = None,
        scope: Scope | None = None,
        policy: PolicyOverride | None = None,
        origin: str | None = None,
    ) -> Report:
        """Verifies an answer or claims, against sources, stored documents, or both."""
        call = requests.verify(answer, claims, sources, collection, scope, policy, origin)
        return cast(Report, (self._send(call)).json())

    def upload(self, files: Iterable[File], *, collection: str | None = None) -> UploadedDocuments:
        """Takes files in, each a name and its bytes; waits until they are read."""
        response = self._send(requests.upload(files, collection))
        return cast(UploadedDocuments, response.json())

    def documents(self, collection: str | None = None) -> Documents:
        response = self._send(requests.documents(collection))
        return cast(Documents, response.json())

    def collections(self) -> list[Collection]:
        response = self._send(requests.collections())
        return cast(list[Collection], response.json()["collections"])

    def create_collection(self, name: str, policy: PolicyOverride | None = None) -> Collection:
        response = self._send(requests.create_collection(name, policy))
        return cast(Collection, response.json())

    def delete_collection(self, id: str) -> None:
        """Deletes a collection with its documents and reports."""
        self._send(requests.delete_collection(id))

    def report(self, id: str) -> Report:
        response = self._send(requests.report(id))
        return cast(Report, response.json())

    def reports(
        self,
        *,
        search: str | None = None,
        state: State | None = None,
        collection: str | None = None,
        limit: int | None = None,
        after: int | None = None,
    ) -> ReportPage:
        """A page of the history, newest first; `next` is `after` of the next page."""
        response = self._send(requests.reports(search, state, collection, limit, after))
        return cast(ReportPage, response.json())

    def export(self, id: str, format: ExportFormat) -> bytes:
        """A report as a file."""
        return (self._send(requests.export(id, format))).content

    def delete_report(self, id: str) -> None:
        self._send(requests.delete_report(id))


class AsyncGroundwall:
    """A Groundwall server, awaited."""

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:3000",
        api_key: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        headers = _headers(api_key)
        self._http = httpx.AsyncClient(base_url=base_url, headers=headers, transport=transport)

    async def __aenter__(self) -> AsyncGroundwall:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def _send(self, call: Call) -> httpx.Response:
        return said(await self._http.request(**_sent(call)))

    async def ask(
        self,
        question: str,
        *,
        collection: str | None = None,
        conversation: str | None = None,
        scope: Scope | None = None,
        policy: PolicyOverride | None = None,
    ) -> Report:
        """Answers from the stored documents; the report says what of it holds."""
        response = await self._send(requests.ask(question, collection, conversation, scope, policy))
        return cast(Report, response.json())

    async def verify(
        self,
        answer: str | None = None,
        *,
        claims: Iterable[str] | None = None,
        sources: Iterable[InlineSource] | None = None,
        collection: str | None = None,
        scope: Scope | None = None,
        policy: PolicyOverride | None = None,
        origin: str | None = None,
    ) -> Report:
        """Verifies an answer or claims, against sources, stored documents, or both."""
        call = requests.verify(answer, claims, sources, collection, scope, policy, origin)
        return cast(Report, (await self._send(call)).json())

    async def upload(self, files: Iterable[File], *, collection: str | None = None) -> UploadedDocuments:
        """Takes files in, each a name and its bytes; waits until they are read."""
        response = await self._send(requests.upload(files, collection))
        return cast(UploadedDocuments, response.json())

    async def documents(self, collection: str | None = None) -> Documents:
        response = await self._send(requests.documents(collection))
        return cast(Documents, response.json())

    async def collections(self) -> list[Collection]:
        response = await self._send(requests.collections())
        return cast(list[Collection], response.json()["collections"])

    async def create_collection(self, name: str, policy: PolicyOverride | None = None) -> Collection:
        response = await self._send(requests.create_collection(name, policy))
        return cast(Collection, response.json())

    async def delete_collection(self, id: str) -> None:
        """Deletes a collection with its documents and reports."""
        await self._send(requests.delete_collection(id))

    async def report(self, id: str) -> Report:
        response = await self._send(requests.report(id))
        return cast(Report, response.json())

    async def reports(
        self,
        *,
        search: str | None = None,
        state: State | None = None,
        collection: str | None = None,
        limit: int | None = None,
        after: int | None = None,
    ) -> ReportPage:
        """A page of the history, newest first; `next` is `after` of the next page."""
        response = await self._send(requests.reports(search, state, collection, limit, after))
        return cast(ReportPage, response.json())

    async def export(self, id: str, format: ExportFormat) -> bytes:
        """A report as a file."""
        return (await self._send(requests.export(id, format))).content

    async def delete_report(self, id: str) -> None:
        await self._send(requests.delete_report(id))
