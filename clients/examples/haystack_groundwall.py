"""Haystack: a component behind the generator of a pipeline.

    pipeline.add_component("grounded", Grounded(wall))
    pipeline.connect("generator.replies", "grounded.replies")
    pipeline.connect("retriever.documents", "grounded.documents")
"""

from typing import Any

from groundwall import Groundwall
from haystack import Document, component
from haystack.dataclasses import ChatMessage

from grounded import kept, sources


@component
class Grounded:
    """Takes replies and the documents that they were written from; gives the replies without what no document says."""

    def __init__(self, wall: Groundwall) -> None:
        self.wall = wall

    @component.output_types(replies=list[str], reports=list[dict[str, Any]])
    def run(self, replies: list[str] | list[ChatMessage], documents: list[Document]) -> dict[str, Any]:
        named = sources((one.meta.get("name") or one.id, one.content) for one in documents if one.content)
        texts = [reply.text or "" if isinstance(reply, ChatMessage) else reply for reply in replies]
        reports = [self.wall.verify(text, sources=named, origin="haystack") for text in texts]
        return {"replies": [kept(report) for report in reports], "reports": reports}
