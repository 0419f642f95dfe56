// The errors of the client. Each has a code and a message with the remedy.

/** One thing wrong with a request. `pointer`: JSON pointer into the body (RFC 6901), or a parameter. */
export interface Fault {
  readonly pointer: string | null;
  readonly code: string;
  readonly detail: string;
}

/** Base class of all errors of the client. */
export class WellwishError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** No usable response arrived. The request may have taken effect. */
export class ConnectionFailed extends WellwishError {
  constructor(message: string, options?: ErrorOptions) {
    super("connection_failed", message, options);
  }
}

/** The signature of a webhook is missing or wrong, or its time is more than five minutes off. */
export class ForgedWebhook extends WellwishError {
  constructor(reason: string) {
    super("forged_webhook", reason);
  }
}

/** The server's response to a refused request. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly faults: readonly Fault[];
  /** The problem document (RFC 9457), with the additional members of its code. */
  readonly problem: Readonly<Record<string, unknown>>;
  /** Milliseconds after which the server permits a retry. */
  readonly retryAfterMs: number | null;
}

/** The server refused the request. `code`: error code of the API reference, such as `card_closed`. */
export class ApiError extends WellwishError implements Refusal {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly faults: readonly Fault[];
  readonly problem: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;

  constructor(refusal: Refusal) {
    const lines = [`${refusal.title} (${refusal.code}, status ${refusal.status}). ${refusal.detail}`];
    for (const fault of refusal.faults) lines.push(`  ${fault.pointer ?? "request"}: ${fault.detail}`);
    if (refusal.requestId) lines.push(`Request: ${refusal.requestId}`);
    super(refusal.code, lines.join("\n"));
    this.status = refusal.status;
    this.title = refusal.title;
    this.detail = refusal.detail;
    this.requestId = refusal.requestId;
    this.faults = refusal.faults;
    this.problem = refusal.problem;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** 400, 413, 415, 422 and 428: the request must change. `faults` lists everything wrong with it. */
export class InvalidRequest extends ApiError {}

/** 401: the API key, the client secret or the token is not valid. */
export class AuthenticationFailed extends ApiError {}

/** 403. */
export class PermissionDenied extends ApiError {}

/** 404 and 410. */
export class NotFound extends ApiError {}

/** 409 and 412: the state of a record does not permit the request. */
export class Conflict extends ApiError {}

/** 429, after all retries. */
export class RateLimited extends ApiError {}

/** 500 and above, after all retries. */
export class Unavailable extends ApiError {}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequest,
  401: AuthenticationFailed,
  403: PermissionDenied,
  404: NotFound,
  409: Conflict,
  410: NotFound,
  412: Conflict,
  413: InvalidRequest,
  415: InvalidRequest,
  422: InvalidRequest,
  428: InvalidRequest,
  429: RateLimited,
};

/** Converts a problem document, or the response of a proxy, to an error. */
export function fromResponse(
  status: number,
  body: string,
  requestId: string | null,
  retryAfterMs: number | null,
): ApiError {
  const kind = BY_STATUS[status] ?? (status >= 500 ? Unavailable : ApiError);
  const problem = object(body);
  if (typeof problem?.["code"] !== "string") {
    return new kind({
      status,
      code: "unexpected_response",
      title: "Unexpected response",
      detail: "The response is not from Wellwish. Check the base URL and any proxies in front of the server.",
      requestId,
      faults: [],
      problem: {},
      retryAfterMs,
    });
  }
  return new kind({
    status,
    code: problem["code"],
    title: text(problem["title"]),
    detail: text(problem["detail"]),
    requestId: requestId ?? (text(problem["request_id"]) || null),
    faults: faults(problem["errors"]),
    problem,
    retryAfterMs,
  });
}

/** The JSON object in a body, or null if the body is anything else. */
export function object(body: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function faults(listed: unknown): Fault[] {
  if (!Array.isArray(listed)) return [];
  return listed.filter(isObject).map((each) => ({
    pointer: text(each["pointer"]) || text(each["parameter"]) || text(each["header"]) || null,
    code: text(each["code"]),
    detail: text(each["detail"]),
  }));
}
