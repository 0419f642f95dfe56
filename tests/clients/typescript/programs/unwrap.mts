// Unwraps a raw webhook, with headers in the form of Node's server and of `fetch`.
import { webhooks } from "wellwish";
import { given } from "./given.mjs";

const body = Buffer.from(given("BODY"), "base64");
const headers: Record<string, string> = JSON.parse(given("HEADERS"));
const message = await webhooks.unwrap(body, headers, given("SECRET"));
const again = await webhooks.unwrap(body.toString(), new Headers(headers), given("SECRET"));
if (JSON.stringify(message) !== JSON.stringify(again)) throw new Error("they differ");
console.log(JSON.stringify(message));
