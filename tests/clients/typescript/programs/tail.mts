// Tails events, and writes each id before the next event, like a program that stores its position.
import { client } from "./given.mjs";

const wellwish = client({ retries: 8 });
for await (const event of wellwish.events.tail({ after: process.argv[2], pollMs: 50 })) {
  await new Promise<unknown>((resolve) => void process.stdout.write(`${event.id}\n`, resolve));
}
