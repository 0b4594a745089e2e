import { isAway } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import { ACCESS_KEY_HEADER } from "#shop/accounts/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { isBuyerOf } from "#shop/orders/orders.server.ts";
import { isRequestCode } from "#shop/orders/request-code.ts";
import { keepWithin } from "#shop/settings/keep-within.server.ts";
import { wrongKeyLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { answerRefusal } from "./answers.ts";
import type { HostStep } from "./host-env.ts";
import { isApi } from "./origin.ts";

/**
 * Counts wrong keys of private links for the order that they were tried on, known or not, from wherever they come. Its buyer, whether by key, browser or
 * account, and admins are neither counted nor refused: no stranger can shut them out. Who shows no key costs nothing.
 */
export function countedWrongKeys(services: Services): HostStep {
  return async (c, next) => {
    const path = c.get("path");
    const visitor = c.get("visitor");
    const tried =
      visitor.kind === "admin" || c.get("refusal")
        ? null
        : keyTriedIn(path, new URL(c.req.url).searchParams, c.req.header(ACCESS_KEY_HEADER));
    if (tried === null) return next();
    const isItsBuyer = await looksRight(services, visitor, tried);
    if (isItsBuyer && tried.key === visitor.keys.accessKey) c.set("visitor", { ...visitor, keys: { ...visitor.keys, fits: tried.code } });
    if (isItsBuyer !== false) return next();

    const allowed = await keepWithin(services, [wrongKeyLimit(await readSettings(services), tried.code)]);
    if (!allowed.ok && isApi(path)) return answerRefusal(c, allowed);
    if (!allowed.ok) c.set("refusal", allowed);
    await next();
  };
}

type Tried = { code: string; key: string };

const ofOrder = /^\/+(?:order-status|api\/orders)\/+([^/]+?)(?:\.data)?(?:\/+(?:key\/+([^/]+?)(?:\.data)?\/*$)?|$)/i;

/** The key that a request shows for an order, in the address of a private link or in its header; null when it shows none. */
export function keyTriedIn(path: string, search: URLSearchParams, header: string | undefined): Tried | null {
  const [, inPath, inLink] = ofOrder.exec(path) ?? [];
  const code = inPath ?? search.get("code") ?? search.get("order");
  const key = inLink ?? header;
  return code && key ? { code, key } : null;
}

/** Whether a visitor is the buyer, with this key; null while the database is away: nobody is refused here then, what was tried fails by itself. */
async function looksRight(services: Services, visitor: Visitor, { code, key }: Tried): Promise<boolean | null> {
  if (!isRequestCode(code)) return false;
  try {
    return await isBuyerOf(services, { ...visitor, keys: { ...visitor.keys, accessKey: key } }, code);
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
}
