"""The official MCP client: the four tools over HTTP at /mcp and over the standard streams of `groundwall mcp`."""

import asyncio
import os

import httpx2
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

SOURCE = {"id": "quay", "text": "The Timber Quay was built in 1931."}
HEADERS = {"Authorization": "Bearer " + os.environ["KEY"]}
URL = os.environ["BASE"] + "/mcp"


async def used(read, write):
    async with ClientSession(read, write) as session:
        begun = await session.initialize()
        assert begun.server_info.name == "groundwall", begun
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert set(tools) == {"verify_claims", "ask", "list_documents", "get_report"}, tools
        assert "claims" in tools["verify_claims"].input_schema["properties"] and tools["ask"].output_schema, tools
        claims = ["The Timber Quay was built in 1931.", "The Timber Quay was built in 1987."]
        told = await session.call_tool("verify_claims", {"claims": claims, "sources": [SOURCE]})
        assert not told.is_error, told
        verdicts = [claim["verdict"] for claim in told.structured_content["claims"]]
        assert verdicts == ["supported", "refuted"], told
        again = await session.call_tool("get_report", {"id": told.structured_content["id"]})
        assert [claim["verdict"] for claim in again.structured_content["claims"]] == verdicts, again
        listed = await session.call_tool("list_documents", {})
        assert listed.structured_content["documents"] == [], listed
        asked = await session.call_tool("ask", {"question": "When was the quay built?"})
        assert "1931" not in (asked.structured_content["delivered"] or ""), asked
        for name, given in (("verify_claims", {}), ("ask", {"question": ""}), ("get_report", {"id": "none"})):
            wrong = await session.call_tool(name, given)
            assert wrong.is_error and wrong.content[0].text, wrong


async def main():
    async with httpx2.AsyncClient(headers=HEADERS, timeout=60) as http:
        async with streamable_http_client(URL, http_client=http) as (read, write, *_):
            await used(read, write)
    print("mcp over HTTP passed")
    for headers, status in (({}, 401), (HEADERS | {"Origin": "http://evil.example.com"}, 403)):
        refused = httpx2.post(URL, headers=headers, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        assert refused.status_code == status, refused
    print("mcp over HTTP: key and Origin are asked for")
    server = StdioServerParameters(
        command=os.environ["BINARY"], args=["mcp", "--data-dir", os.environ["OTHER_DATA"]], cwd=os.environ["ROOT"]
    )
    async with stdio_client(server) as (read, write):
        await used(read, write)
    print("mcp over standard streams passed")


asyncio.run(main())
