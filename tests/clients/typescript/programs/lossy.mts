// Creates cards while a fifth of the responses is lost after the commit. Prints the number of distinct cards.
import { client, given } from "./given.mjs";
import { wire } from "./wire.mjs";

const count = Number(given("COUNT"));
const keyed = given("KEYED") === "yes";
let posts = 0;
const wellwish = client({
  retries: 12,
  fetch: wire(async (request, go) => {
    if (request.method !== "POST") return go();
    if (!keyed) request.headers.set("idempotency-key", crypto.randomUUID());
    const response = await go();
    posts += 1;
    if (posts % 5 === 0) throw new TypeError("fetch failed", { cause: new Error("connection reset") });
    return response;
  }),
});
const [template] = (await wellwish.templates.list({ limit: 1 })).data;
const ids = new Set<string>();
let next = 0;
async function create(): Promise<void> {
  while (next < count) {
    next += 1;
    const title = `Card ${next}`;
    ids.add((await wellwish.cards.create({ title, sender: "P", template_id: template!.id, collection: {} })).id);
  }
}
await Promise.all([create(), create(), create(), create()]);
console.log(JSON.stringify(ids.size));
