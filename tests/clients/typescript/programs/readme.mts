// Runs the examples of the README. Prints their output.
import assert from "node:assert/strict";
import { client, given } from "./given.mjs";
import { rename } from "./readme_errors.mjs";
import { follow } from "./readme_tail.mjs";
import handler from "./readme_webhook.mjs";

const logged: unknown[][] = [];
console.log = (...parts: unknown[]) => void logged.push(parts);

await import("./readme_card.mjs");
assert.equal(logged[0]?.[0], "jonas@example.com");

const wellwish = client();
const [card] = (await wellwish.cards.list()).data;
assert.equal(await rename(wellwish, card!.id, "Maya is 40"), "Maya is 40");
assert.equal(await rename(wellwish, card!.id, ""), "/title");
assert.equal(await rename(wellwish, "crd_unknown", "Maya is 40"), "not_found");

const { body, headers, secret }: { body: string; headers: Record<string, string>; secret: string } = JSON.parse(
  given("SIGNED"),
);
async function post(text: string): Promise<number> {
  const request = new Request("https://hooks.example.com/", { method: "POST", body: text, headers });
  return (await handler.fetch(request, { WEBHOOK_SECRET: secret })).status;
}
assert.equal(await post(body), 204);
assert.equal(await post(`${body} `), 400);
assert.equal(logged.at(-1)?.[0], "contribution.created");

const stop = new AbortController();
// The list contains an event once all earlier transactions have ended, including those of other tests.
let events = (await wellwish.events.list({ order: "asc" })).data;
while (events.length < 2) events = (await wellwish.events.list({ order: "asc" })).data;
console.log = (id: unknown) => void (id === events[1]!.id && stop.abort(new Error("closing")));
await assert.rejects(follow(wellwish, events[0]!.id, stop.signal), /closing/);
