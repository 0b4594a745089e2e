import type { Config } from "#platform/config.server.ts";
import { duringRequest } from "#platform/log.server.ts";
import type { HostMiddleware } from "./host-env.ts";

/** The header by which a proxy and the shop name a request, so that their logs can be compared. */
export const REQUEST_ID_HEADER = "X-Request-Id";

const valid = /^[\w.:-]{8,64}$/;

/** Gives each request its path, its incident number and its id, which the answer and the log have. */
export function prepared(config: Pick<Config, "trustProxy">): HostMiddleware {
  return async (c, next) => {
    const incident = newIncident();
    const id = requestIdOf((name) => c.req.raw.headers.get(name), config, incident);
    c.set("incident", incident);
    c.set("path", URL.parse(c.req.url)?.pathname ?? "/");
    await duringRequest(id, next);
    c.res.headers.set(REQUEST_ID_HEADER, id);
  };
}

/**
 * The id of a request: the proxy's, where one is in front that is trusted and the request came
 * through it, else `made`. One with other characters or another length is not taken. [S18.2]
 */
export function requestIdOf(
  header: (name: string) => string | null | undefined,
  { trustProxy }: Pick<Config, "trustProxy">,
  made: string = newIncident(),
): string {
  if (trustProxy === 0 || !header("x-forwarded-for")) return made;
  const given = header("x-request-id") ?? "";
  return valid.test(given) ? given : made;
}

/** Letters and digits that cannot be mistaken for each other. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/**
 * A number for one request, under which its failure is logged and which the visitor reads. It
 * unlocks nothing, so it need not be hard to guess.
 */
function newIncident(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(Math.floor(Math.random() * LETTERS.length))).join("");
}
