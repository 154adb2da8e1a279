"""What the three adapters share: sources of a verification, and what is left of a text."""

from collections.abc import Iterable

from groundwall.types import InlineSource, Report


def sources(texts: Iterable[tuple[str, str]]) -> list[InlineSource]:
    """Names and texts as sources; a name that comes twice gets a number, since each source needs an id of its own."""
    seen: dict[str, int] = {}
    found: list[InlineSource] = []
    for name, text in texts:
        seen[name] = seen.get(name, 0) + 1
        found.append({"id": name if seen[name] == 1 else f"{name} {seen[name]}", "text": text})
    return found


def kept(report: Report) -> str:
    """The text without the parts that state something refuted or unsupported."""
    failed = {one["claim"]["id"] for one in report["claims"] if one["verdict"] in ("refuted", "unsupported")}
    parts = (part["text"] for part in report["segments"] if not failed.intersection(part["claims"]))
    return "".join(parts).strip()
