"""The official Python client: chat completions and responses, whole, streamed, with tools, and where they fail."""

import asyncio
import os

import openai
from openai import AsyncOpenAI, OpenAI

SOURCE = "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes. The quay is 120 metres long."
KEPT = "The Timber Quay was built in 1931. The quay is 120 metres long."
OURS = {"groundwall": {"sources": [{"id": "quay", "text": SOURCE}]}}
LOOK = {"name": "look", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}
BASE, KEY = os.environ["BASE"] + "/v1", os.environ["KEY"]
client = OpenAI(base_url=BASE, api_key=KEY, max_retries=0)


def user(text):
    return [{"role": "user", "content": text}]


def chat():
    answer = client.chat.completions.create(model="any", messages=user("What of the quay?"), extra_body=OURS)
    assert answer.choices[0].message.content == KEPT, answer
    assert answer.groundwall["state"] == "partly_verified" and answer.usage.total_tokens == 8, answer
    withheld = {"groundwall": {**OURS["groundwall"], "policy": {"final_action": "withhold"}}}
    answer = client.chat.completions.create(model="any", messages=user("What of the quay?"), extra_body=withheld)
    assert answer.choices[0].finish_reason == "content_filter" and answer.choices[0].message.content is None, answer
    tools = [{"type": "function", "function": LOOK}]
    answer = client.chat.completions.create(model="any", messages=user("call"), tools=tools, extra_body=OURS)
    assert answer.choices[0].message.tool_calls[0].function.name == "look", answer


def chat_streamed():
    text, last = "", None
    for chunk in client.chat.completions.create(model="any", messages=user("What of the quay?"), stream=True, extra_body=OURS):
        for choice in chunk.choices:
            text += choice.delta.content or ""
        last = getattr(chunk, "groundwall", None) or last
    assert text == KEPT and last["state"] == "partly_verified", (text, last)
    try:
        for chunk in client.chat.completions.create(model="any", messages=user("break"), stream=True, extra_body=OURS):
            assert "40" not in (chunk.choices[0].delta.content or "")
        raise AssertionError("a stream that broke off ended as if it were whole")
    except openai.APIError as error:
        assert "broke off" in str(error), error


def responses():
    answer = client.responses.create(model="any", input="What of the quay?", instructions="Be brief.", extra_body=OURS)
    assert answer.output_text == KEPT and answer.status == "completed", answer
    assert answer.groundwall["state"] == "partly_verified" and answer.usage.total_tokens == 8, answer
    withheld = {"groundwall": {**OURS["groundwall"], "policy": {"final_action": "withhold"}}}
    answer = client.responses.create(model="any", input="What of the quay?", extra_body=withheld)
    assert answer.status == "incomplete" and answer.incomplete_details.reason == "content_filter", answer
    assert answer.output[0].content[0].type == "refusal" and not answer.output_text, answer
    tools = [{"type": "function", "strict": False, **LOOK}]
    first = client.responses.create(model="any", input="call", tools=tools, extra_body=OURS)
    call = first.output[0]
    assert (call.type, call.name, call.arguments) == ("function_call", "look", '{"at":"crane"}'), first
    turns = [
        *user("call"),
        call.model_dump(exclude_none=True),
        {"type": "function_call_output", "call_id": call.call_id, "output": SOURCE},
    ]
    second = client.responses.create(model="any", input=turns, tools=tools)
    assert second.output_text == KEPT, "the output of the tool is the source"


def responses_streamed():
    kinds, text = [], ""
    with client.responses.stream(model="any", input="What of the quay?", extra_body=OURS) as stream:
        for event in stream:
            kinds.append(event.type)
            text += event.delta if event.type == "response.output_text.delta" else ""
        final = stream.get_final_response()
    assert text == KEPT == final.output_text and final.usage.total_tokens == 8, (text, final)
    assert kinds[0] == "response.created" and kinds[-1] == "response.completed", kinds
    tools = [{"type": "function", "strict": False, **LOOK}]
    with client.responses.stream(model="any", input="call", tools=tools, extra_body=OURS) as stream:
        for _ in stream:
            pass
        final = stream.get_final_response()
    assert final.output[0].arguments == '{"at":"crane"}', final
    last, text = None, ""
    for event in client.responses.create(model="any", input="break", stream=True, extra_body=OURS):
        text += event.delta if event.type == "response.output_text.delta" else ""
        last = event
    assert last.type == "response.failed" and "broke off" in last.response.error.message and "40" not in text, last


def refused():
    for wrong, error in (("gw_00000000_no", openai.AuthenticationError), ("nothing", openai.AuthenticationError)):
        try:
            OpenAI(base_url=BASE, api_key=wrong, max_retries=0).responses.create(model="any", input="x")
            raise AssertionError("a wrong key opened")
        except error:
            pass
    for call, error in (
        (lambda: client.responses.create(model="any", input="refuse", extra_body=OURS), openai.InternalServerError),
        (lambda: client.responses.create(model="any", input="x", previous_response_id="resp_1"), openai.UnprocessableEntityError),
    ):
        try:
            call()
            raise AssertionError("this should have been refused")
        except error:
            pass


async def at_the_same_time():
    async with AsyncOpenAI(base_url=BASE, api_key=KEY) as client:
        asks = [client.responses.create(model="any", input="What of the quay?", extra_body=OURS) for _ in range(4)]
        assert all(answer.output_text == KEPT for answer in await asyncio.gather(*asks))


for check in (chat, chat_streamed, responses, responses_streamed, refused):
    check()
    print("openai for Python:", check.__name__, "passed")
asyncio.run(at_the_same_time())
print("openai for Python: at_the_same_time passed")
