// Tailing events: every event once, in the order of their commits on the server.

import type { Event } from "./models.js";
import { list, Resource } from "./resource.js";

export interface TailOptions {
  /** ID of the last event that you processed; without it, the tail begins with new events. Events last 90 days. */
  readonly after?: string | undefined;
  /** Milliseconds between requests while nothing happens. */
  readonly pollMs?: number | undefined;
}

export class Tail extends Resource {
  /** Yields events as they happen, indefinitely. The `signal` of `withOptions` aborts it with an error. */
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
