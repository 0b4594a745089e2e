import { isAway, isTimeout } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import { ACCESS_KEY_HEADER, linkKeyIn } from "#shop/accounts/sessions/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readAccessKey } from "#shop/orders/access/access-key.ts";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { may } from "#shop/rights.ts";
import { wrongKeyLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { answerRefusal } from "../answers.ts";
import type { HostMiddleware } from "../host-env.ts";
import { isApi } from "../origin.ts";

/**
 * Counts wrong private-link keys for each order, known or not, from all addresses together. The
 * order's buyer (by key, browser or account) and who may read orders are neither counted nor refused, so no
 * stranger can lock them out. Requests without a key cost nothing.
 */
export function countedWrongKeys(services: Services): HostMiddleware {
  return async (c, next) => {
    const path = c.get("path");
    const visitor = c.get("visitor");
    const attempt =
      may(visitor, "read-orders") || c.get("refusal") ? null : keyAttemptedIn(path, new URL(c.req.url).searchParams, c.req.raw.headers);
    if (attempt === null) return next();
    const isItsBuyer = await isRightKey(services, visitor, attempt);
    if (isItsBuyer && attempt.key === visitor.keys.accessKey)
      c.set("visitor", { ...visitor, keys: { ...visitor.keys, fits: attempt.code } });
    if (isItsBuyer !== false) return next();

    const allowed = await countWithin(services, [wrongKeyLimit(await readSettings(services), attempt.code)]);
    if (!allowed.ok && isApi(path)) return answerRefusal(c, allowed);
    if (!allowed.ok) c.set("refusal", allowed);
    await next();
  };
}

type KeyAttempt = { code: string; key: string };

const ofOrder = /^\/+(?:order-status|api\/orders)\/+([^/]+?)(?:\.data)?(?:\/+(?:key\/+([^/]+?)(?:\.data)?\/*$)?|$)/i;

/**
 * The key that a request presents for an order: in a private link's path, a header, or the link's
 * cookie. Null if there is none.
 */
export function keyAttemptedIn(path: string, search: URLSearchParams, headers: Headers): KeyAttempt | null {
  const [, inPath, inLink] = ofOrder.exec(path) ?? [];
  const code = inPath ?? search.get("code") ?? search.get("order");
  const key = (inLink && readAccessKey(inLink)) ?? headers.get(ACCESS_KEY_HEADER) ?? (code ? linkKeyIn(headers, code) : null);
  return code && key ? { code, key } : null;
}

/**
 * Whether the visitor is the buyer, given this key. Null while the database is unreachable: nobody
 * is refused then, because the request itself fails. A timeout is thrown.
 */
async function isRightKey(services: Services, visitor: Visitor, { code: given, key }: KeyAttempt): Promise<boolean | null> {
  const code = readRequestCode(given);
  if (code === null) return false;
  try {
    return await isBuyerOf(services, { ...visitor, keys: { ...visitor.keys, accessKey: key } }, code);
  } catch (error) {
    if (isAway(error) && !isTimeout(error)) return null;
    throw error;
  }
}
