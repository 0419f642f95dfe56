// One call: its headers, token, retries and the parsing of its response.

import { type ApiError, AuthenticationFailed, ConnectionFailed, fromResponse, object } from "./errors.js";

export const API_VERSION = "2026-11-21";
// If the server demands a longer wait, the call fails and the caller decides.
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
// Tokens are renewed this long before they expire, so that none expires in transit.
const MARGIN_MS = 30_000;
// These operations authenticate by the key pair instead of a token.
const BY_PAIR = "/account/api-access/";
// RFC 9110 section 15: a gateway failed, or the server is temporarily unavailable.
const UNAVAILABLE = [429, 502, 503, 504];
// Codes of Node and undici for a request that was not sent, so repeating it is safe.
const NOT_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"];

/** Settings of calls, which `withOptions` changes. */
export interface Options {
  /** Milliseconds after which a request without a complete response is aborted. */
  readonly timeout: number;
  readonly retries: number;
  readonly idempotencyKey: string | null;
  readonly strict: boolean;
  readonly dryRun: boolean;
  readonly account: string | null;
  readonly signal: AbortSignal | null;
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The input of a call. */
export interface Input {
  readonly body?: object;
  readonly query?: Query;
  readonly ifMatch?: string | undefined;
}

/** A successful response. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly content: ArrayBuffer;
}

interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly repeatable: boolean;
}

/** The current token. Its lifetime is measured by a monotonic clock, since the time of day may be wrong. */
class Tokens {
  #token: string | null = null;
  #renewAt = 0;
  #renewing: Promise<string> | null = null;

  /** Returns a token other than the stale one; concurrent calls share one renewal. */
  async get(stale: string | null, exchange: () => Promise<Received>): Promise<string> {
    if (this.#token !== null && this.#token !== stale && performance.now() < this.#renewAt) return this.#token;
    this.#renewing ??= this.#renew(exchange).finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renew(exchange: () => Promise<Received>): Promise<string> {
    const askedAt = performance.now();
    const received = await exchange();
    const { access_token: token, expires_in: lifetime } = readObject(received);
    if (typeof token !== "string" || typeof lifetime !== "number") throw unreadable(received, "it has no token");
    this.#renewAt = askedAt + Math.max(lifetime * 1000 - MARGIN_MS, lifetime * 500);
    this.#token = token;
    return token;
  }
}

/** The state that all clients of one key pair share. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clientSecret: string;
  readonly fetch: typeof fetch;
}

export class Core {
  readonly #connection: Connection;
  readonly #options: Options;
  readonly #tokens: Tokens;

  constructor(connection: Connection, options: Options, tokens = new Tokens()) {
    this.#connection = connection;
    this.#options = options;
    this.#tokens = tokens;
  }

  /** The same connection and token with other settings. */
  with(changes: Partial<Options>): Core {
    return new Core(this.#connection, { ...this.#options, idempotencyKey: null, ...changes }, this.#tokens);
  }

  /** Performs an operation. Throws ApiError, ConnectionFailed, and the reason of the signal. */
  async perform(method: string, path: string, given: Input): Promise<Received> {
    const received = await this.#perform(method, path, given);
    if (this.#options.dryRun && !readObject(received)["dry_run"]) {
      throw unreadable(received, "the server does not know dry runs, and the request may have taken effect");
    }
    return received;
  }

  async #perform(method: string, path: string, given: Input): Promise<Received> {
    const outgoing = this.#outgoing(method, path, given);
    if (path.startsWith(BY_PAIR)) return this.#attempts(this.#withPair(outgoing), this.#options.signal);
    const token = await this.#token(null);
    try {
      return await this.#attempts(authorized(outgoing, token), this.#options.signal);
    } catch (error) {
      // The token expired or its pair was rotated: retry once with a new token. Idempotency keys never store a 401.
      if (!(error instanceof AuthenticationFailed)) throw error;
      return this.#attempts(authorized(outgoing, await this.#token(token)), this.#options.signal);
    }
  }

  /** Waits. Throws the reason of the signal. */
  pause(ms: number): Promise<void> {
    return sleep(ms, this.#options.signal);
  }

  #outgoing(method: string, path: string, given: Input): Outgoing {
    const headers: Record<string, string> = {
      "api-version": API_VERSION,
      accept: "application/json, */*;q=0.5",
    };
    if (this.#options.strict) headers["prefer"] = "handling=strict";
    if (this.#options.account) headers["wellwish-account"] = this.#options.account;
    if (given.ifMatch !== undefined) headers["if-match"] = given.ifMatch;
    if (method === "POST") headers["idempotency-key"] = this.#options.idempotencyKey ?? crypto.randomUUID();
    if (given.body) headers["content-type"] = "application/json";
    const url = this.#connection.baseUrl + path + encode({ ...given.query, dry_run: this.#options.dryRun || null });
    const body = given.body ? JSON.stringify(given.body) : null;
    return { method, url, headers, body, repeatable: method === "GET" || method === "POST" };
  }

  #token(stale: string | null): Promise<string> {
    const url = `${this.#connection.baseUrl}${BY_PAIR}token`;
    const exchange = { method: "POST", url, headers: { "api-version": API_VERSION }, body: null, repeatable: true };
    // A repeated exchange creates another token and changes nothing else. No signal: other calls wait for it, too.
    const token = this.#tokens.get(stale, () => this.#attempts(this.#withPair(exchange), null));
    return until(token, this.#options.signal);
  }

  #withPair(outgoing: Outgoing): Outgoing {
    const { apiKey, clientSecret } = this.#connection;
    return { ...outgoing, headers: { ...outgoing.headers, "x-api-key": apiKey, "x-client-secret": clientSecret } };
  }

  /** Sends until the call succeeds or fails for good. A POST keeps its idempotency key, so it takes effect once. */
  async #attempts(outgoing: Outgoing, signal: AbortSignal | null): Promise<Received> {
    for (let attempt = 0; ; attempt += 1) {
      let wait: number | null = null;
      let failure: Error;
      try {
        const received = await this.#send(outgoing, signal);
        if (received.status < 300) return received;
        const error = refusal(received);
        if (mayRepeat(error, outgoing.repeatable)) wait = error.retryAfterMs ?? backoff(attempt);
        failure = error;
      } catch (error) {
        signal?.throwIfAborted();
        const reason = `No response from the server: ${describe(error)}. Check the network, then retry.`;
        failure = new ConnectionFailed(reason, { cause: error });
        if (outgoing.repeatable || NOT_SENT.includes(codeOf(error))) wait = backoff(attempt);
      }
      if (wait === null || wait > LONGEST_WAIT_MS || attempt >= this.#options.retries) throw failure;
      await sleep(wait, signal);
    }
  }

  async #send({ method, url, headers, body }: Outgoing, signal: AbortSignal | null): Promise<Received> {
    const timeout = AbortSignal.timeout(this.#options.timeout);
    const { fetch } = this.#connection;
    // A redirect would turn a POST into a GET and send the token to another address.
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, headers: response.headers, content: await response.arrayBuffer() };
  }
}

/** Waits. Throws the reason of the signal. */
function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return until(passed, signal).finally(() => clearTimeout(timer));
}

/** Waits for the promise. Throws the reason of the signal if it aborts first. */
async function until<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return promise;
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([stopped, promise]).finally(() => signal.removeEventListener("abort", stop));
}

/** The JSON object of a response. Throws ConnectionFailed. */
export function readObject(received: Received): Record<string, unknown> {
  const read = object(textOf(received));
  if (read === null) throw unreadable(received, "it is no JSON object");
  return read;
}

export function unreadable(received: Received, reason: string): ConnectionFailed {
  return new ConnectionFailed(
    `The response (status ${received.status}, request ${received.headers.get("request-id")}) is not readable: ` +
      `${reason}. Check proxies in front of the server, or update wellwish.`,
  );
}

function authorized(outgoing: Outgoing, token: string): Outgoing {
  return { ...outgoing, headers: { ...outgoing.headers, authorization: `Bearer ${token}` } };
}

function encode(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.set(name, String(value));
  }
  const text = given.toString();
  return text && `?${text}`;
}

function textOf(received: Received): string {
  return new TextDecoder().decode(received.content);
}

function refusal(received: Received): ApiError {
  const requestId = received.headers.get("request-id");
  return fromResponse(received.status, textOf(received), requestId, retryAfter(received.headers));
}

function mayRepeat(error: ApiError, repeatable: boolean): boolean {
  if (error.status === 429) return true; // refused before any effect
  return repeatable && (UNAVAILABLE.includes(error.status) || error.code === "idempotency_key_running");
}

/** Exponential backoff, with jitter over the upper half. */
function backoff(attempt: number): number {
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** `Retry-After` (RFC 9110 section 10.2.3) in milliseconds. A date counts from the server's `Date`: clocks differ. */
function retryAfter(headers: Headers): number | null {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const wait = date(value) - date(headers.get("date") ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function date(value: string): number {
  return value.endsWith("GMT") ? Date.parse(value) : NaN;
}

/** The reason of a failed `fetch`, which is in the cause of its error. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
