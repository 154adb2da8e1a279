"""LlamaIndex: an evaluator of responses, and a query engine whose response says no more than its nodes.

    GroundwallEvaluator(wall).evaluate_response(response=engine.query(".."))
    GroundedQueryEngine(engine=index.as_query_engine(), wall=wall).query("..")
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from groundwall import Groundwall
from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import Response
from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.query_engine import CustomQueryEngine

from grounded import kept, sources


class GroundwallEvaluator(BaseEvaluator):
    """Passes a response whose every statement the contexts support; the score is the share of supported ones."""

    def __init__(self, wall: Groundwall) -> None:
        self.wall = wall

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts_dict: PromptDictType) -> None:
        pass

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        if response is None or not contexts:
            raise ValueError("an evaluation needs a response and contexts")
        named = sources((f"context {number}", text) for number, text in enumerate(contexts, 1))
        report = await asyncio.to_thread(self.wall.verify, response, sources=named, origin="llama-index")
        failed = [f"{one['claim']['text']} {one['why']}" for one in report["claims"] if one["verdict"] != "supported"]
        return EvaluationResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=report["state"] == "verified",
            score=report["summary"]["support_ratio"],
            feedback="\n".join(failed),
        )


class GroundedQueryEngine(CustomQueryEngine):
    """Another query engine, without what its source nodes do not say; `metadata["groundwall"]` is the report."""

    engine: BaseQueryEngine
    wall: Groundwall

    def custom_query(self, query_str: str) -> Response:
        said = self.engine.query(query_str)
        named = ((node.metadata.get("file_name") or node.node_id, node.text) for node in said.source_nodes)
        report = self.wall.verify(str(said), sources=sources(named), origin="llama-index")
        return Response(kept(report), said.source_nodes, {**(said.metadata or {}), "groundwall": report})
