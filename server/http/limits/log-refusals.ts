import type { Config } from "#platform/config.server.ts";
import { networkOf } from "#platform/network.ts";
import type { Services } from "#platform/provides.ts";
import { nameInLog } from "#shop/accounts/note-try.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { REFUSALS_LOGGED_MAX, REFUSALS_LOGGED_WINDOW_MS } from "#shop/constants.ts";
import { clientAddress } from "./client-address.ts";
import type { HostStep } from "./host-env.ts";

/** Not signed in, not allowed, at a host that is not ours, too often. */
const toldStatuses = new Set([401, 403, 421, 429]);

/**
 * Tells the log of each request that was refused for who asked, or how often: which part of the shop, never the address that was asked for, because codes and keys stand in
 * some. In a flood only so many lines are written, and then how many were not: the log is not a way to fill the disk.
 */
export function notedRefusals(services: Services, config: Pick<Config, "trustProxy">): HostStep {
  const mayTell = openFlood(services);
  return async (c, next) => {
    await next();
    const { status } = c.res;
    if (!toldStatuses.has(status) || !mayTell()) return;

    const { raw } = c.req;
    const network = networkOf(clientAddress(raw.headers, c.env?.incoming?.socket.remoteAddress ?? "", config.trustProxy));
    const visitor: Visitor | undefined = c.get("visitor");
    const apiKey = (visitor?.kind === "guest" ? visitor.apiKey : c.get("apiKey"))?.id;
    const email = visitor?.kind === "guest" ? visitor.halfway?.email : apiKey === undefined ? visitor?.email : undefined;
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
  ...["account", "add-ids", "admin", "api", "contact", "forgot-password", "login", "order-status", "product", "reset-password"],
  ...["setup", "signup"],
]);

/** The first word of an address where it is one of the shop's own words, and no more of it. */
export function areaOf(path: string): string {
  const [, first = ""] = /^\/+([a-z-]+)/.exec(path) ?? [];
  return areas.has(first) ? first : "other";
}

function openFlood({ log, now }: Pick<Services, "log" | "now">): () => boolean {
  let begun = 0;
  let told = 0;
  return () => {
    const at = now().getTime();
    if (at - begun >= REFUSALS_LOGGED_WINDOW_MS) {
      if (told > REFUSALS_LOGGED_MAX) log.warn("more was refused than is told", { untold: told - REFUSALS_LOGGED_MAX });
      begun = at;
      told = 0;
    }
    told += 1;
    return told <= REFUSALS_LOGGED_MAX;
  };
}
