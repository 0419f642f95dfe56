// The common parts of the generated resources: operations by kind of response, and pages of lists.

import { type Core, type Input, type Query, readObject, unreadable } from "./core.js";

/** Sends `If-Match` with the `version` of a record: the server refuses the change if the record has changed. */
export interface IfMatch {
  readonly ifMatch?: string | undefined;
}

/** The same, for operations that require it. */
export interface IfMatchRequired {
  readonly ifMatch: string;
}

/** Fills in a path. Throws TypeError if an ID is blank, since the path would name another resource. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return parts.reduce((made, part, index) => {
    const id = ids[index - 1] ?? "";
    if (!/[^./ ]/.test(id)) throw new TypeError(`An id in the path ${parts.join("{id}")} is blank.`);
    return made + encodeURIComponent(id) + part;
  });
}

/** One page of a list. `for await` continues with the next pages. */
export class Page<T> implements AsyncIterable<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
  /** The whole response, including members other than the records. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #follow: (cursor: string) => Promise<Page<T>>;

  constructor(data: T[], raw: Record<string, unknown>, follow: (cursor: string) => Promise<Page<T>>) {
    this.data = data;
    this.nextCursor = typeof raw["next_cursor"] === "string" ? raw["next_cursor"] : null;
    this.raw = raw;
    this.#follow = follow;
  }

  /** The next page, or null after the last one. */
  async nextPage(): Promise<Page<T> | null> {
    return this.nextCursor ? this.#follow(this.nextCursor) : null;
  }

  /** All records from this page on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let page: Page<T> | null = this; page !== null; page = await page.nextPage()) yield* page.data;
  }
}

/** A list: `await` returns its first page, `for await` yields all its records. */
export class List<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #fetch: () => Promise<Page<T>>;
  #first: Promise<Page<T>> | null = null;

  constructor(fetch: () => Promise<Page<T>>) {
    this.#fetch = fetch;
  }

  then<A = Page<T>, B = never>(
    fulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#fetch();
    return this.#first.then(fulfilled, rejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}

/** A group of operations. */
export class Resource {
  protected readonly core: Core;

  constructor(core: Core) {
    this.core = core;
  }
}

export async function record<T>(core: Core, method: string, path: string, given: Input = {}): Promise<T> {
  return readObject(await core.perform(method, path, given)) as T;
}

export async function bytes(core: Core, method: string, path: string, given: Input = {}): Promise<Uint8Array> {
  return new Uint8Array((await core.perform(method, path, given)).content);
}

export async function nothing(core: Core, method: string, path: string, given: Input = {}): Promise<void> {
  await core.perform(method, path, given);
}

export function list<T>(core: Core, path: string, query: Query = {}): List<T> {
  return new List(() => page<T>(core, path, query));
}

async function page<T>(core: Core, path: string, query: Query): Promise<Page<T>> {
  const received = await core.perform("GET", path, { query });
  const raw = readObject(received);
  const data: unknown = raw["data"];
  if (!Array.isArray(data)) throw unreadable(received, "it has no list of records");
  return new Page<T>(data, raw, (cursor) => page(core, path, { ...query, cursor }));
}
