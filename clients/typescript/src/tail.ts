// Following events: every event once, in the order in which the server committed them.

import type { Event } from "./models.js";
import { list, Resource } from "./resource.js";

export interface TailOptions {
  /** Id of the last event that you processed; without it, only new events count. The server keeps 90 days. */
  readonly after?: string | undefined;
  /** Milliseconds between requests while nothing happens. */
  readonly pollMs?: number | undefined;
}

export class Tail extends Resource {
  /** Yields events as they happen, without an end. The `signal` of `withOptions` ends it with an error. */
  async *tail({ after, pollMs = 2000 }: TailOptions = {}): AsyncGenerator<Event, void, undefined> {
    after ??= (await list<Event>(this.core, "/api/events", { limit: 1 })).data[0]?.id;
    for (;;) {
      const found = await list<Event>(this.core, "/api/events", { order: "asc", after, limit: 200 });
      for (const event of found.data) {
        yield event;
        after = event.id;
      }
      if (!found.data.length) await this.core.pause(pollMs);
    }
  }
}
