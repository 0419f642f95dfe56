// Webhooks: signature and content (Standard Webhooks, https://www.standardwebhooks.com).

import { ForgedWebhook, object } from "./errors.js";

// The prefix and the tolerance that the specification recommends.
const PREFIX = "whsec_";
const TOLERANCE_S = 300;

/** An event in a webhook. `type`: such as `contribution.created`; newer servers may send other types. */
export interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether it concerns test data. */
  readonly test: boolean;
}

/** The headers of a request, in the form of `fetch` or of Node. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the signature and its age (five minutes at most) and parses the body, which must be the raw bytes.
 *
 * Throws ForgedWebhook.
 */
export async function unwrap(
  body: string | ArrayBuffer | Uint8Array,
  headers: HeadersLike,
  secret: string,
): Promise<Message> {
  const content = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const find = finder(headers);
  const [id, timestamp, signatures] = [find("webhook-id"), find("webhook-timestamp"), find("webhook-signature")];
  if (!id || !timestamp || !signatures) throw forged("The headers webhook-id, -timestamp and -signature are required");
  const age = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > TOLERANCE_S) {
    throw forged("The timestamp is more than five minutes off");
  }
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  if (!(await isSigned(signed, signatures, await importKey(secret)))) throw forged("No signature matches");
  const { type, timestamp: at, data, test } = object(new TextDecoder().decode(content)) ?? {};
  if (typeof type !== "string" || typeof at !== "string" || typeof data !== "object" || data === null) {
    throw new ForgedWebhook("The webhook is signed, but is not readable. Update wellwish.");
  }
  return { type, timestamp: at, data: data as Record<string, unknown>, test: test === true };
}

function forged(reason: string): ForgedWebhook {
  return new ForgedWebhook(`${reason}. Respond with status 400, and check the endpoint's secret.`);
}

function finder(headers: HeadersLike): (name: string) => string | undefined {
  const pairs = headers instanceof Headers ? headers.entries() : Object.entries(headers);
  const found = new Map<string, string | undefined>();
  for (const [name, value] of pairs) {
    found.set(name.toLowerCase(), typeof value === "string" ? value : value?.join(" "));
  }
  return (name) => found.get(name);
}

async function importKey(secret: string): Promise<CryptoKey> {
  const key = decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!key?.length) throw forged("The secret is not one of Wellwish");
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Whether one of the signatures matches the key; there are two during the rotation of a secret. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, key: CryptoKey): Promise<boolean> {
  for (const each of signatures.split(" ")) {
    const signature = each.startsWith("v1,") ? decode(each.slice(3)) : null;
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

/** Decodes Base64; null if the text is invalid. */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
