import type { Config } from "#platform/config.server.ts";
import type { Services } from "#platform/provides.ts";
import { networkOf } from "#platform/rate-limit/network.ts";
import { nameInLog } from "#shop/accounts/sign-in/log-attempt.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { clientAddress } from "../client-address.ts";
import { REFUSALS_LOGGED_MAX, REFUSALS_LOGGED_WINDOW_MS } from "../constants.ts";
import type { HostMiddleware } from "../host-env.ts";

/** Not signed in, not allowed, unknown host, too many requests. */
const loggedStatuses = new Set([401, 403, 421, 429]);

/**
 * Logs each request that was refused for its visitor, host or rate: the area of the shop, never the
 * path, because paths may contain codes and keys. In a flood, only a limited number of lines is
 * written, then a count of the rest, so that nobody can fill the disk.
 */
export function loggedRefusals(services: Services, config: Pick<Config, "trustProxy">): HostMiddleware {
  const mayLog = openFlood(services);
  return async (c, next) => {
    await next();
    const { status } = c.res;
    if (!loggedStatuses.has(status) || !mayLog()) return;

    const { raw } = c.req;
    const network = networkOf(clientAddress(raw.headers, c.env?.incoming?.socket.remoteAddress ?? "", config.trustProxy));
    const visitor: Visitor | undefined = c.get("visitor");
    const apiKey = (visitor?.kind === "guest" ? visitor.apiKey : c.get("apiKey"))?.id;
    const email = visitor?.kind === "guest" ? visitor.mfaPending?.email : apiKey === undefined ? visitor?.email : undefined;
    services.log.warn("refused", {
      status,
      method: raw.method,
      area: areaOf(c.get("path")),
      who: visitor?.kind ?? "unknown",
      ...(apiKey && { apiKey }),
      ...(email && { account: nameInLog(services, "account", email) }),
      from: nameInLog(services, "address", network),
    });
  };
}

const areas = new Set([
  "account",
  "admin",
  "api",
  "contact",
  "forgot-password",
  "invitation",
  "login",
  "order-status",
  "product",
  "reset-password",
  "setup",
  "signup",
  "waitlist",
]);

/** The first word of a path if it is one of the shop's own areas, else `other`. */
export function areaOf(path: string): string {
  const [, first = ""] = /^\/+([a-z-]+)/.exec(path) ?? [];
  return areas.has(first) ? first : "other";
}

function openFlood({ log, now }: Pick<Services, "log" | "now">): () => boolean {
  let begun = 0;
  let refusals = 0;
  return () => {
    const at = now().getTime();
    if (at - begun >= REFUSALS_LOGGED_WINDOW_MS) {
      if (refusals > REFUSALS_LOGGED_MAX) log.warn("more was refused than is logged", { notLogged: refusals - REFUSALS_LOGGED_MAX });
      begun = at;
      refusals = 0;
    }
    refusals += 1;
    return refusals <= REFUSALS_LOGGED_MAX;
  };
}
