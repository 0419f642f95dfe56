// TypeScript client for Wellwish, the open-source group-card service.

export { type Changes, Client, type Settings, Wellwish } from "./client.js";
export * as errors from "./errors.js";
export { ApiError, WellwishError } from "./errors.js";
export type * as models from "./models.js";
export type * as params from "./params.js";
export type { IfMatch, IfMatchRequired, List, Page } from "./resource.js";
export * as webhooks from "./webhooks.js";
