// The official JavaScript client: chat completions and responses, whole, streamed, aborted.
import OpenAI from "openai";
import assert from "node:assert/strict";

const SOURCE = "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes. The quay is 120 metres long.";
const KEPT = "The Timber Quay was built in 1931. The quay is 120 metres long.";
const groundwall = { sources: [{ id: "quay", text: SOURCE }] };
const client = new OpenAI({ baseURL: `${process.env.BASE}/v1`, apiKey: process.env.KEY, maxRetries: 0 });
const messages = [{ role: "user", content: "What of the quay?" }];

const checks = {
  async chat() {
    const answer = await client.chat.completions.create({ model: "any", messages, groundwall });
    assert.equal(answer.choices[0].message.content, KEPT);
    assert.equal(answer.groundwall.state, "partly_verified");
  },
  async chatStreamed() {
    let text = "";
    for await (const chunk of await client.chat.completions.create({ model: "any", messages, groundwall, stream: true })) {
      text += chunk.choices[0]?.delta?.content ?? "";
    }
    assert.equal(text, KEPT);
    const broken = [{ role: "user", content: "break" }];
    await assert.rejects(async () => {
      for await (const _ of await client.chat.completions.create({ model: "any", messages: broken, groundwall, stream: true }));
    }, /broke off/);
  },
  async responses() {
    const answer = await client.responses.create({ model: "any", input: "What of the quay?", groundwall });
    assert.equal(answer.output_text, KEPT);
    assert.equal(answer.groundwall.removed[0].verdict, "refuted");
    const tools = [{ type: "function", name: "look", parameters: { type: "object" }, strict: false }];
    const call = await client.responses.create({ model: "any", input: "call", tools, groundwall });
    assert.equal(call.output[0].arguments, '{"at":"crane"}');
  },
  async responsesStreamed() {
    const stream = client.responses.stream({ model: "any", input: "What of the quay?", groundwall });
    let text = "";
    for await (const event of stream) if (event.type === "response.output_text.delta") text += event.delta;
    assert.equal(text, KEPT);
    assert.equal((await stream.finalResponse()).status, "completed");
  },
  async aborted() {
    const stream = await client.responses.create({ model: "any", input: "What of the quay?", groundwall, stream: true });
    for await (const _ of stream) break;
    stream.controller.abort();
    const again = await client.responses.create({ model: "any", input: "What of the quay?", groundwall });
    assert.equal(again.status, "completed");
  },
  async refused() {
    const wrong = new OpenAI({ baseURL: `${process.env.BASE}/v1`, apiKey: "gw_00000000_no", maxRetries: 0 });
    await assert.rejects(() => wrong.responses.create({ model: "any", input: "x" }), OpenAI.AuthenticationError);
    await assert.rejects(() => client.responses.create({ model: "any", input: "refuse", groundwall }), OpenAI.InternalServerError);
  },
};
for (const [name, check] of Object.entries(checks)) {
  await check();
  console.log("openai for JavaScript:", name, "passed");
}
