import type { Admin, KeyHolder } from "#shop/accounts/visitor.ts";

/** What every API key begins with, so that people and secret scanners know one when they see it. */
export const API_KEY_PREFIX = "ts_";

/** The API key that a request shows, right or not; null where it shows none. Other kinds of `Authorization` are not ours, such as that of a proxy in front. */
export function apiKeyIn(headers: Headers): string | null {
  const [, key = null] = /^Bearer +(ts_.*)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return key;
}

/** Whether a text has the shape of an API key; anything else is none. */
export function isApiKeyShaped(text: string): boolean {
  return /^ts_[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * The admin that a key stands for in a call of its scopes: what it does is done by the key, and the audit, the ledger and the order name it. It has nothing of
 * the account that made it.
 */
export function adminByKey({ id, name, madeBy }: KeyHolder): Admin {
  return {
    ...{ kind: "admin", userId: `api-key:${id}`, email: `API key “${name}” of ${madeBy}`, name },
    keys: { browser: null, accessKey: null },
  };
}
