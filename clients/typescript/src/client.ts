// The client: settings, and the resources of the API.

import { Core, type Options } from "./core.js";
import { Resources } from "./resources.js";

export interface Settings {
  readonly apiKey: string;
  readonly clientSecret: string;
  /** Address of the server, such as `https://cards.example.com`. */
  readonly baseUrl: string;
  /** Milliseconds after which a request without a complete response is aborted. Default: 30 seconds. */
  readonly timeout?: number | undefined;
  /** The maximum number of retries of a request. Default: 2. */
  readonly retries?: number | undefined;
  /** ID of the customer that a platform acts for. */
  readonly account?: string | undefined;
  /** Sends requests, instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Settings of single calls. Absent ones stay unchanged; `idempotencyKey` applies to one client only. */
export interface Changes {
  readonly timeout?: number;
  readonly retries?: number;
  /** The key of a POST, instead of a random one: the same key takes effect once. */
  readonly idempotencyKey?: string;
  /** Whether the server refuses unknown fields. Default: true. */
  readonly strict?: boolean;
  /** Whether the server only describes the effects, in `dry_run` of the record, and stores and sends nothing. */
  readonly dryRun?: boolean;
  /** ID of the customer that a platform acts for; null for the account of the key pair. */
  readonly account?: string | null;
  /** Aborts running calls, waits between retries, and `events.tail`. */
  readonly signal?: AbortSignal;
}

/** The resources, with the settings of their calls. */
export class Client extends Resources {
  readonly #core: Core;

  constructor(core: Core) {
    super(core);
    this.#core = core;
  }

  /** Returns a client with changed settings, which shares the token. */
  withOptions(changes: Changes): Client {
    if (changes.account) checkedAccount(changes.account);
    return new Client(this.#core.with(changes));
  }
}

/** A client of one account. Throws the errors of `errors`, and TypeError if base URL or account is invalid. */
export class Wellwish extends Client {
  constructor(settings: Settings) {
    const { apiKey, clientSecret, timeout = 30_000, retries = 2 } = settings;
    // Calls the global `fetch` without an object: Workers refuse any other `this`.
    const send = settings.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));
    const account = settings.account ? checkedAccount(settings.account) : null;
    const options: Options = { timeout, retries, idempotencyKey: null, strict: true, dryRun: false, account, signal: null };
    super(new Core({ baseUrl: checked(settings.baseUrl), apiKey, clientSecret, fetch: send }, options));
  }
}

/** Other texts are no value of a header. */
function checkedAccount(account: string): string {
  if (!/^[!-~]+$/.test(account)) throw new TypeError("account must be the id of a customer, such as acct_...");
  return account;
}

function checked(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError("baseUrl must look like https://cards.example.com.");
  }
  return url.href.replace(/\/+$/, "");
}
