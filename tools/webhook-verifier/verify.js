// Reads {secret, headers, body, now_ms} as JSON and verifies the message as a receiver in JavaScript would.
// Prints the library's result; for an invalid signature, exits with status 1 and the error message.
import { readFileSync } from "node:fs";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

const { secret, headers, body, now_ms } = JSON.parse(readFileSync(0, "utf8"));
Date.now = () => now_ms; // the service's clock, which tests may move
try {
  process.stdout.write(JSON.stringify(new Webhook(secret).verify(body, headers)));
} catch (error) {
  if (!(error instanceof WebhookVerificationError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 1;
}
