"""What the API takes and returns, as the fields that it always has, and those that it may have."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

State = Literal["verified", "partly_verified", "not_verified", "nothing_to_check", "not_covered"]
Verdict = Literal["supported", "refuted", "unsupported", "unverifiable"]
Format = Literal["docx", "markdown", "csv", "json"]


class _Source(TypedDict):
    id: str
    text: str


class Source(_Source, total=False):
    """A text to verify against; used for one call and not stored."""

    title: str


class Scope(TypedDict, total=False):
    documents: list[str]
    entity: str | None
    period: str | None


class Check(TypedDict):
    check: str
    outcome: str
    note: str


class _JudgedClaim(TypedDict):
    claim: dict[str, Any]
    verdict: Verdict
    why: str
    probability: float
    evidence: list[dict[str, Any]]
    checks: list[Check]
    findings: list[dict[str, Any]]
    why_not: dict[str, Any] | None


class JudgedClaim(_JudgedClaim, total=False):
    reason: dict[str, Any]
    second_opinion: dict[str, Any]
    read_as: str
    joined: list[dict[str, Any]]
    computed: dict[str, Any]


class _Citation(TypedDict):
    number: int
    place: str
    quote: str
    document: str


class Citation(_Citation, total=False):
    sentences: list[int]


class Stage(TypedDict):
    name: str
    count: int
    unit: str
    milliseconds: int


class _Report(TypedDict):
    id: str
    collection: str
    created_at: str
    question: str | None
    state: State
    banner: str
    delivered: str | None
    segments: list[dict[str, Any]]
    citations: list[Citation]
    claims: list[JudgedClaim]
    removed: list[JudgedClaim]
    attempts: list[dict[str, Any]]
    candidates: list[dict[str, Any]]
    stages: list[Stage]
    summary: dict[str, Any]
    degraded: list[str]
    provenance: dict[str, Any]
    elapsed_seconds: float


class Report(_Report, total=False):
    conversation: str
    asked_as: str
    asked: list[dict[str, Any]]
    governance: dict[str, Any]
    scope: Scope
    table: dict[str, Any]
    findings: list[dict[str, Any]]
    rules: list[dict[str, Any]]


class Collection(TypedDict):
    id: str
    name: str
    policy: dict[str, Any]
    created_at: str | None
    documents: int
    passages: int
    reports: int
    version: int


class Documents(TypedDict):
    collection: str
    documents: list[dict[str, Any]]
    passages: int


class Refused(TypedDict):
    filename: str
    error: str


class Uploaded(TypedDict):
    collection: str
    documents: list[dict[str, Any]]
    refused: list[Refused]


class _ReportLine(TypedDict):
    id: str
    created_at: str
    title: str
    state: State
    counts: dict[str, Any]
    tags: list[str]
    collection: str


class ReportLine(_ReportLine, total=False):
    conversation: str


class ReportPage(TypedDict):
    reports: list[ReportLine]
    total: int
    next: int | None
