import type { RefusalKind } from "./refusal.ts";

/** The HTTP status of each kind of refusal, the same on the web and in the API. */
export const refusalStatus = {
  unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  invalid: 422,
  limited: 429,
  busy: 503,
} as const satisfies Record<RefusalKind, number>;
