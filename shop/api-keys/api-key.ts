import type { Admin, KeyHolder } from "#shop/accounts/visitor.ts";

/** The prefix of every API key, by which people and secret scanners recognize one. */
export const API_KEY_PREFIX = "ts_";

/**
 * Returns the API key in a request, valid or not; null if there is none. Any other `Authorization`
 * header is ignored, such as that of a proxy in front of the shop.
 */
export function apiKeyIn(headers: Headers): string | null {
  const [, key = null] = /^Bearer +(ts_.*)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return key;
}

/** Whether a text is shaped like an API key. */
export function isApiKeyShaped(text: string): boolean {
  return /^ts_[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * The admin that a key acts as in a call that its scopes allow. The audit log, the ledger and the
 * order name the key; it has none of the rights of the account that made it. [S13.3]
 */
export function adminByKey({ id, name, scopes, readsWhole, madeBy, refundsADayPaise }: KeyHolder): Admin {
  return {
    kind: "admin",
    userId: `api-key:${id}`,
    email: `API key “${name}” of ${madeBy}`,
    name,
    rights: scopes,
    readsWhole,
    keys: { browser: null, accessKey: null },
    refundsADayPaise,
  };
}
