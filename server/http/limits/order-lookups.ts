import type { Services } from "#platform/provides.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import { keepWithin } from "#shop/settings/keep-within.server.ts";
import { lookUpLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { answerRefusal } from "./answers.ts";
import type { HostStep } from "./host-env.ts";
import { isApi } from "./origin.ts";

/**
 * Counts who looks orders up by their codes, known or not, whichever door is asked: beyond the limit the API answers 429 itself, and the pages say so in
 * the order's place. Admins and API keys have all orders before them, or none, and are not counted. Other addresses cost nothing.
 */
export function countedLookUps(services: Services): HostStep {
  return async (c, next) => {
    const path = c.get("path");
    const visitor = c.get("visitor");
    if (visitor.kind === "admin" || (visitor.kind === "guest" && visitor.apiKey) || !looksUp(path, new URL(c.req.url).searchParams))
      return next();

    const limit = lookUpLimit(await readSettings(services), c.req.header(CLIENT_ADDRESS_HEADER) ?? "");
    const allowed = await keepWithin(services, [limit]);
    if (!allowed.ok && isApi(path)) return answerRefusal(c, allowed);
    if (!allowed.ok) c.set("refusal", allowed);
    await next();
  };
}

/** Whether an address names an order by its code; written as the router reads it, with `.data` where the router itself asks. */
export function looksUp(path: string, search: URLSearchParams): boolean {
  if (/^\/+(order-status|api\/orders)\/./i.test(path)) return true;
  if (/^\/+order-status(\/?|\.data)$/i.test(path)) return search.has("code");
  return /^\/+product\/./i.test(path) && search.has("order");
}
