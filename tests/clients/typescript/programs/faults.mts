// Faults of networks, proxies and newer servers.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { errors, type Wellwish, webhooks } from "wellwish";
import { client, given } from "./given.mjs";
import { serving, wire } from "./wire.mjs";

const wellwish = client();
const template = (await wellwish.templates.list({ limit: 1 })).data[0]!;
const json = { "content-type": "application/json" };

function body(title = "T") {
  return { title, sender: "P", template_id: template.id, collection: {} };
}

/** A client with API calls answered by a function, and the number of these calls. */
function answering(answer: (count: number) => Response): { client: Wellwish; count: () => number } {
  let count = 0;
  return { client: client({ fetch: wire(() => answer((count += 1))) }), count: () => count };
}

async function refused<T extends errors.WellwishError>(
  kind: abstract new (...given: never[]) => T,
  call: PromiseLike<unknown>,
): Promise<T> {
  const error = await Promise.resolve(call).then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof kind, `${inspect(error)} is no ${kind.name}`);
  return error;
}

describe("proxies", { concurrency: true }, () => {
  const passing: [number, Record<string, string>, string][] = [
    [429, {}, "<html>Too many requests</html>"],
    [502, { "content-type": "text/html" }, "<html>Bad gateway</html>"],
    [503, { "retry-after": "0" }, ""],
    [504, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT", date: "Wed, 21 Oct 2015 07:28:00 GMT" }, "{"],
    [409, json, '{"code": "idempotency_key_running"}'],
  ];
  for (const [status, headers, text] of passing) {
    it(`repeats after ${status} and gives up after two retries`, async () => {
      const brief = answering((count) =>
        count < 3 ? new Response(text, { status, headers }) : Response.json({ object: "limits" }),
      );
      assert.equal((await brief.client.limits.retrieve()).object, "limits");
      const lasting = answering(() => new Response(text, { status, headers }));
      const error = await refused(errors.ApiError, lasting.client.limits.retrieve());
      assert.equal(lasting.count(), 3);
      assert.equal(error.status, status);
      assert.equal(error.code, status === 409 ? "idempotency_key_running" : "unexpected_response");
    });
  }

  it("waits no longer than a minute", async () => {
    const made = answering(() => new Response("", { status: 429, headers: { "retry-after": "3600" } }));
    const error = await refused(errors.RateLimited, made.client.limits.retrieve());
    assert.equal(error.retryAfterMs, 3_600_000);
    assert.equal(made.count(), 1);
  });

  it("reads no page of HTML as a record or a list", async () => {
    const made = answering(() => new Response("<html>Sign in to the network</html>"));
    const error = await refused(errors.ConnectionFailed, made.client.limits.retrieve());
    assert.match(error.message, /status 200.*not readable.*proxies/s);
    await refused(errors.ConnectionFailed, made.client.cards.list());
    const other = answering(() => Response.json({ hello: "world" }));
    await refused(errors.ConnectionFailed, other.client.cards.list());
  });

  it("follows no redirect, which would turn a POST into a GET", async () => {
    const paths: string[] = [];
    await serving(
      (request, response) => {
        paths.push(request.url ?? "");
        if (request.url?.endsWith("/token")) response.end('{"access_token": "t", "expires_in": 60}');
        else response.writeHead(301, { location: "/elsewhere" }).end();
      },
      async (baseUrl) => {
        const error = await refused(errors.ApiError, client({ baseUrl }).cards.create(body()));
        assert.equal(error.status, 301);
      },
    );
    assert.deepEqual(paths, ["/account/api-access/token", "/api/cards"]);
  });
});

describe("connections", { concurrency: true }, () => {
  /** The number of attempts of a PATCH and a GET against a server that always fails. */
  async function sent(fail: (response: import("node:http").ServerResponse) => void): Promise<[number, number]> {
    const seen = { PATCH: 0, GET: 0 };
    await serving(
      (request, response) => {
        if (request.url?.endsWith("/token")) return void response.end('{"access_token": "t", "expires_in": 60}');
        seen[request.method as "PATCH" | "GET"] += 1;
        fail(response);
      },
      async (baseUrl) => {
        const made = client({ baseUrl });
        await refused(errors.ConnectionFailed, made.cards.update("crd_1", { title: "New" }));
        const error = await refused(errors.ConnectionFailed, made.cards.retrieve("crd_1"));
        assert.equal(error.code, "connection_failed");
      },
    );
    return [seen.PATCH, seen.GET];
  }

  it("repeats no change without a key after half a response", async () => {
    const half = await sent((response) => {
      response.writeHead(200, { ...json, "content-length": "100" }).write('{"object": "card"', () => response.destroy());
    });
    assert.deepEqual(half, [1, 3]);
  });

  it("repeats no change without a key after a reset", async () => {
    assert.deepEqual(await sent((response) => void response.socket?.destroy()), [1, 3]);
  });

  it("gives up a server that never responds", async () => {
    let sends = 0;
    const counting: typeof fetch = (...request) => {
      sends += 1;
      return fetch(...request);
    };
    await serving(
      () => {},
      async (baseUrl) => {
        const made = client({ baseUrl, fetch: counting }).withOptions({ timeout: 50, retries: 1 });
        await refused(errors.ConnectionFailed, made.limits.retrieve());
      },
    );
    assert.equal(sends, 2);
  });

  it("repeats a change that did not leave", async () => {
    let sends = 0;
    const made = client({
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method !== "PATCH") return fetch(input, init);
        sends += 1;
        return fetch(`${given("CLOSED_URL")}/api/cards/crd_1`, init);
      },
    });
    await refused(errors.ConnectionFailed, made.cards.update("crd_1", { title: "New" }));
    assert.equal(sends, 3);
  });

  it("ends calls and waits with the signal", async () => {
    const stop = new AbortController();
    const made = answering(() => {
      setImmediate(() => stop.abort(new Error("closing")));
      return new Response("", { status: 429, headers: { "retry-after": "59" } });
    });
    await assert.rejects(made.client.withOptions({ signal: stop.signal }).limits.retrieve(), /closing/);
    await assert.rejects(wellwish.withOptions({ signal: stop.signal }).limits.retrieve(), /closing/);
    assert.equal((await wellwish.limits.retrieve()).object, "limits");
  });

  it("ends a call that waits for its token", async () => {
    const stop = new AbortController();
    await serving(
      () => stop.abort(new Error("closing")),
      async (baseUrl) => {
        const made = client({ baseUrl, retries: 0 });
        const other = refused(errors.ConnectionFailed, made.limits.retrieve());
        await assert.rejects(made.withOptions({ signal: stop.signal }).limits.retrieve(), /closing/);
        return { other };
      },
    ).then(({ other }) => other);
  });
});

describe("credentials", { concurrency: true }, () => {
  it("renews a token that ended while paging", async () => {
    for (const title of ["A", "B", "C"]) await wellwish.cards.create(body(title));
    let pages = 0;
    let renewed = 0;
    const made = client({
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === "POST") renewed += 1;
        else if ((pages += 1) === 2) request.headers.set("authorization", "Bearer ended");
        return fetch(input, { ...init, headers: request.headers });
      },
    });
    const titles: string[] = [];
    for await (const card of made.cards.list({ limit: 1 })) titles.push(card.title);
    assert.ok(titles.length >= 3);
    assert.equal(renewed, 2);
  });

  it("exchanges the pair once for concurrent calls, whatever the time of day", async (t) => {
    let exchanges = 0;
    const made = client({
      fetch: (input, init) => {
        if (String(input).endsWith("/token")) exchanges += 1;
        return fetch(input, init);
      },
    });
    await Promise.all(Array.from({ length: 8 }, () => made.limits.retrieve()));
    const later = Date.now() + 3_600_000 * 48;
    t.mock.method(Date, "now", () => later);
    await made.limits.retrieve();
    assert.equal(exchanges, 1);
  });

  it("refuses a wrong pair with what to do", async () => {
    const made = client({ clientSecret: "wrong" });
    const error = await refused(errors.AuthenticationFailed, made.limits.retrieve());
    assert.equal(error.code, "invalid_client");
    assert.ok(error.requestId && error.detail);
  });

  it("says that the pair was rotated under way", async () => {
    let rotated = false;
    const made = client({
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (rotated) request.headers.set("x-client-secret", "former");
        if (rotated) request.headers.set("authorization", "Bearer former");
        return fetch(input, { ...init, headers: request.headers });
      },
    });
    await made.limits.retrieve();
    rotated = true;
    assert.equal((await refused(errors.AuthenticationFailed, made.limits.retrieve())).code, "invalid_client");
  });

  it("rotates its pair, which takes the pair and not the token", async () => {
    const pair = await wellwish.credentials.rotate();
    const rotated = client({ apiKey: pair.api_key, clientSecret: pair.client_secret });
    assert.equal((await rotated.limits.retrieve()).object, "limits");
    assert.notEqual(pair.api_key, given("WELLWISH_API_KEY"));
  });

  it("shows no secret", () => {
    const shown = inspect(wellwish, { depth: 10, showHidden: true });
    assert.ok(!shown.includes(given("WELLWISH_CLIENT_SECRET")));
  });
});

describe("requests", { concurrency: true }, () => {
  it("lists every fault with its pointer", async () => {
    const wrong = { titel: "T", sender: "", template_id: "x", collection: {} };
    const error = await refused(errors.InvalidRequest, wellwish.cards.create(wrong as never));
    const pointers = error.faults.map((fault) => fault.pointer);
    assert.ok(pointers.includes("/sender") && pointers.includes("/title"));
    assert.ok(error.message.includes(`Request: ${error.requestId}`));
  });

  it("takes effect once under a key, which refuses another body", async () => {
    const keyed = wellwish.withOptions({ idempotencyKey: "maya-2026" });
    assert.equal((await keyed.cards.create(body())).id, (await keyed.cards.create(body())).id);
    const error = await refused(errors.InvalidRequest, keyed.cards.create(body("Other")));
    assert.equal(error.code, "idempotency_key_reused");
  });

  it("reads words and fields of later servers", async () => {
    const later = answering(() => Response.json({ id: "crd_1", status: "framed", frame: { colour: "gold" } }));
    assert.equal((await later.client.cards.retrieve("crd_1")).status, "framed");
    const problem = { code: "card_framed", title: "Framed", detail: "Take it down.", errors: [{ wall: 1 }, 7] };
    const refusing = answering(() => Response.json(problem, { status: 451 }));
    assert.equal((await refused(errors.ApiError, refusing.client.cards.retrieve("crd_1"))).code, "card_framed");
  });

  it("lets no id name another path", async () => {
    await refused(errors.NotFound, wellwish.cards.retrieve("../limits"));
    assert.throws(() => void wellwish.cards.delete(".."), TypeError);
    assert.throws(() => void wellwish.cards.delete(""), TypeError);
  });

  it("refuses what is no base URL", () => {
    for (const baseUrl of ["localhost:8080", "ftp://x", "https://", "https://x/?a=1", "https://k:s@x"]) {
      assert.throws(() => client({ baseUrl }), /baseUrl/);
    }
  });

  it("says what a dry run would do, and which operation has none", async () => {
    const dry = wellwish.withOptions({ dryRun: true });
    const card = await dry.cards.create(body("Dry"));
    assert.equal(typeof card.dry_run?.cards_remaining, "number");
    await refused(errors.NotFound, wellwish.cards.retrieve(card.id));
    const error = await refused(errors.InvalidRequest, dry.cards.list());
    assert.equal(error.faults[0]?.code, "unsupported_parameter");
  });

  it("takes a success without a dry run for a fault of the server", async () => {
    const urls: string[] = [];
    const made = client({
      fetch: wire((request) => {
        urls.push(request.url);
        return Response.json(urls.length === 1 ? { id: "crd_1", dry_run: {} } : { id: "crd_1" });
      }),
    }).withOptions({ dryRun: true });
    assert.equal((await made.cards.create(body())).id, "crd_1");
    await refused(errors.ConnectionFailed, made.cards.create(body()));
    assert.ok(urls.every((url) => new URL(url).search === "?dry_run=true"));
  });
});

describe("events", () => {
  it("arrive once each over a restart", async () => {
    const first = await wellwish.cards.create(body("First"));
    // The list contains an event once all earlier transactions have ended, including those of other tests.
    let [newest] = (await wellwish.events.list({ limit: 1 })).data;
    while (newest?.card_id !== first.id) [newest] = (await wellwish.events.list({ limit: 1 })).data;
    const after = newest.id;
    for (const title of ["A", "B", "C", "D"]) await wellwish.cards.create(body(title));
    const ids: string[] = [];
    for await (const event of wellwish.events.tail({ after, pollMs: 10 })) {
      if (ids.push(event.id) === 2) break;
    }
    await wellwish.cards.create(body("E"));
    const stop = new AbortController();
    const again = client().withOptions({ signal: stop.signal });
    const following = (async () => {
      for await (const event of again.events.tail({ after: ids[1], pollMs: 10 })) {
        if (ids.push(event.id) === 5) stop.abort(new Error("closing"));
      }
    })();
    await assert.rejects(following, /closing/);
    const committed = (await wellwish.events.list({ order: "asc", after, limit: 100 })).data.map((event) => event.id);
    assert.deepEqual(ids, committed);
    assert.equal(ids.length, 5);
  });
});

describe("webhooks", () => {
  const cases: { what: string; body: string; headers: Record<string, string>; secret: string }[] = JSON.parse(
    given("FORGED"),
  );
  for (const { what, body, headers, secret } of cases) {
    it(`refuses ${what}`, async () => {
      const error = await refused(errors.ForgedWebhook, webhooks.unwrap(body, headers, secret));
      assert.equal(error.code, "forged_webhook");
    });
  }
});
