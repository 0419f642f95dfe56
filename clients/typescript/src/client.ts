// The client: settings, and the resources of the API.

import { Core, type Options } from "./core.js";
import { Resources } from "./resources.js";

export interface Settings {
  readonly apiKey: string;
  readonly clientSecret: string;
  /** Address of the server, such as `https://cards.example.com`. */
  readonly baseUrl: string;
  /** Milliseconds until a request without a whole response is given up. Default: 30 seconds. */
  readonly timeout?: number | undefined;
  /** How often a request is repeated. Default: 2. */
  readonly retries?: number | undefined;
  /** Sends requests, instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Settings of single calls. Those that are absent stay; `idempotencyKey` counts for one client only. */
export interface Changes {
  readonly timeout?: number;
  readonly retries?: number;
  /** The key of a POST, instead of a random one: the same key takes effect once. */
  readonly idempotencyKey?: string;
  /** Whether the server refuses fields that it does not know. Default: true. */
  readonly strict?: boolean;
  /** Whether the server only says what would happen, in `dry_run` of the record; nothing is kept or sent. */
  readonly dryRun?: boolean;
  /** Ends calls under way, waits between retries, and `events.tail`. */
  readonly signal?: AbortSignal;
}

/** The resources with some settings. */
export class Client extends Resources {
  readonly #core: Core;

  constructor(core: Core) {
    super(core);
    this.#core = core;
  }

  /** A client with other settings, which shares the token. */
  withOptions(changes: Changes): Client {
    return new Client(this.#core.with(changes));
  }
}

/** A client of one account. Throws the errors of `errors`, and TypeError if the base URL is not one. */
export class Wellwish extends Client {
  constructor(settings: Settings) {
    const { apiKey, clientSecret, timeout = 30_000, retries = 2 } = settings;
    // A method of an object that is called alone: Workers refuse another `this`.
    const send = settings.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));
    const options: Options = { timeout, retries, idempotencyKey: null, strict: true, dryRun: false, signal: null };
    super(new Core({ baseUrl: checked(settings.baseUrl), apiKey, clientSecret, fetch: send }, options));
  }
}

function checked(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError("baseUrl must look like https://cards.example.com.");
  }
  return url.href.replace(/\/+$/, "");
}
