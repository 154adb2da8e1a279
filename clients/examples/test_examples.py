"""The adapters with the real packages, against a running server (`BASE`); `run.py` starts one."""

import os
import unittest

from groundwall import Groundwall

TRUE = "The Timber Quay was built in 1931."
FALSE = "The crane on the Timber Quay lifts 40 tonnes."
SOURCE = "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes."


class Examples(unittest.TestCase):
    def setUp(self):
        self.wall = Groundwall(os.environ["BASE"])
        self.addCleanup(self.wall.close)

    def is_half_true(self, report):
        verdicts = [one["verdict"] for one in report["claims"]]
        self.assertEqual(verdicts, ["supported", "refuted"], report["claims"])

    def test_langchain(self):
        from langchain_core.documents import Document
        from langchain_core.language_models import FakeListChatModel
        from langchain_core.prompts import ChatPromptTemplate
        from langchain_core.runnables import RunnablePassthrough

        from langchain_groundwall import Grounded

        model = FakeListChatModel(responses=[f"{TRUE} {FALSE}"])
        prompt = ChatPromptTemplate.from_template("{question}\n{documents}")
        chain = RunnablePassthrough.assign(answer=prompt | model) | Grounded(self.wall)
        documents = [Document(SOURCE, metadata={"source": "quay.txt"}), Document("The tide is high.", metadata={"source": "quay.txt"})]
        said = chain.invoke({"question": "What of the quay?", "documents": documents})
        self.assertEqual(said["answer"], TRUE)
        self.is_half_true(said["report"])
        evidence = said["report"]["claims"][0]["evidence"][0]["window"]
        self.assertEqual(evidence["document_name"], "quay.txt")

    def test_llama_index(self):
        from llama_index.core import SummaryIndex
        from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
        from llama_index.core.llms.callbacks import llm_completion_callback
        from llama_index.core.schema import TextNode

        from llama_index_groundwall import GroundedQueryEngine, GroundwallEvaluator

        class Scripted(CustomLLM):
            @property
            def metadata(self):
                return LLMMetadata(model_name="scripted")

            @llm_completion_callback()
            def complete(self, prompt, formatted=False, **kwargs):
                return CompletionResponse(text=f"{TRUE} {FALSE}")

            @llm_completion_callback()
            def stream_complete(self, prompt, formatted=False, **kwargs):
                yield self.complete(prompt)

        index = SummaryIndex([TextNode(text=SOURCE, metadata={"file_name": "quay.txt"})])
        engine = index.as_query_engine(llm=Scripted())
        result = GroundwallEvaluator(self.wall).evaluate_response(query="What of the quay?", response=engine.query("What of the quay?"))
        self.assertEqual((result.passing, result.score), (False, 0.5))
        self.assertIn("40 tonnes", result.feedback)
        said = GroundedQueryEngine(engine=engine, wall=self.wall).query("What of the quay?")
        self.assertEqual(str(said), TRUE)
        self.is_half_true(said.metadata["groundwall"])

    def test_haystack(self):
        from haystack import Document, Pipeline, component
        from haystack.dataclasses import ChatMessage

        from haystack_groundwall import Grounded

        @component
        class Scripted:
            @component.output_types(replies=list[ChatMessage])
            def run(self, question: str):
                return {"replies": [ChatMessage.from_assistant(f"{TRUE} {FALSE}")]}

        pipeline = Pipeline()
        pipeline.add_component("generator", Scripted())
        pipeline.add_component("grounded", Grounded(self.wall))
        pipeline.connect("generator.replies", "grounded.replies")
        documents = [Document(content=SOURCE, meta={"name": "quay.txt"})]
        said = pipeline.run({"generator": {"question": "What of the quay?"}, "grounded": {"documents": documents}})
        self.assertEqual(said["grounded"]["replies"], [TRUE])
        self.is_half_true(said["grounded"]["reports"][0])


if __name__ == "__main__":
    unittest.main()
