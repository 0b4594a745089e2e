import type { Services } from "#platform/provides.ts";
import { knownWait } from "#platform/rate-limit/rate-limit.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { may } from "#shop/rights.ts";
import { lookupLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin, widerLimits, within } from "#shop/settings/within-limits.server.ts";
import { answerRefusal } from "../answers.ts";
import type { HostMiddleware } from "../host-env.ts";
import { isApi } from "../origin.ts";

/**
 * Limits how often an address looks up orders by code, known or not, through any interface. Beyond
 * the limit, the API answers 429 and the pages show the refusal in the order's place. A look-up
 * that finds nothing counts for the IPv6 /56 and /48 around the address as well; beyond that limit
 * every look-up from there waits, because an answer to some would say which codes there are. Who may
 * read orders is not counted, nor are API keys. Other paths cost nothing.
 */
export function countedLookups(services: Services): HostMiddleware {
  return async (c, next) => {
    const path = c.get("path");
    const visitor = c.get("visitor");
    if (may(visitor, "read-orders") || (visitor.kind === "guest" && visitor.apiKey) || !isLookup(path, new URL(c.req.url).searchParams))
      return next();

    const settings = await readSettings(services);
    const address = c.req.header(CLIENT_ADDRESS_HEADER) ?? "";
    const limit = lookupLimit(settings, address);
    const ofUnknown = widerLimits(limit, address);
    const around = within(knownWait(services, ofUnknown));
    const allowed = around.ok ? await countWithin(services, [limit]) : around;
    if (!allowed.ok && isApi(path)) return answerRefusal(c, allowed);
    if (!allowed.ok) c.set("refusal", allowed);
    await next();
    if (allowed.ok && c.res.status === 404) await countWithin(services, ofUnknown);
  };
}

/**
 * Whether a path names an order by its code; as the router reads it, with `.data` for its data
 * requests.
 */
export function isLookup(path: string, search: URLSearchParams): boolean {
  if (/^\/+(order-status|api\/orders)\/./i.test(path) || /^\/+my-orders\/tickets/i.test(path)) return true;
  if (/^\/+order-status(\/?|\.data)$/i.test(path)) return search.has("code");
  return /^\/+product\/./i.test(path) && search.has("order");
}
