"""LangChain: a runnable behind the model that lets go what the retrieved documents say.

    chain = RunnablePassthrough.assign(answer=prompt | model) | Grounded(wall)
    chain.invoke({"question": "..", "documents": retriever.invoke("..")})
"""

from typing import Any

from groundwall import Groundwall
from langchain_core.documents import Document
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig

from grounded import kept, sources


class Grounded(Runnable[dict[str, Any], dict[str, Any]]):
    """Takes `answer` (a message or a text) and `documents`; gives `answer` without what they do not say, and the `report`."""

    def __init__(self, wall: Groundwall) -> None:
        self.wall = wall

    def invoke(self, input: dict[str, Any], config: RunnableConfig | None = None, **kwargs: Any) -> dict[str, Any]:
        answer = input["answer"]
        text = answer.text if isinstance(answer, BaseMessage) else answer
        documents: list[Document] = input["documents"]
        named = ((one.metadata.get("source") or one.id or "document", one.page_content) for one in documents)
        report = self.wall.verify(text, sources=sources(named), origin="langchain")
        return {**input, "answer": kept(report), "report": report}
