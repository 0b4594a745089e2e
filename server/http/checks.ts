import type { Config } from "#platform/config.server.ts";
import { refused } from "#shop/refusal.ts";
import { answerRefusal } from "./answers.ts";
import type { HostMiddleware } from "./host-env.ts";
import { mayAct, originFor } from "./origin.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Refuses a request with two `Host` headers (a proxy may use one and the shop the other), and a
 * host that no URL can have, such as a number too large for one.
 */
export const fromSomeHost: HostMiddleware = async (c, next) => {
  if (hostsIn(c.env?.incoming?.rawHeaders ?? []) > 1) return answerRefusal(c, refused("bodyUnreadable"), { status: 400 });
  if (!URL.canParse(c.req.url)) return answerRefusal(c, refused("hostNotOurs"), { status: 421 });
  await next();
};

/**
 * Refuses unsupported methods (405), and paths that cannot be decoded or contain a zero byte, which
 * no text column can store.
 */
export const readable: HostMiddleware = async (c, next) => {
  if (!methods.includes(c.req.method))
    return answerRefusal(c, refused("methodNotAllowed"), { status: 405, headers: { Allow: methods.join(", ") } });

  const url = new URL(c.req.url);
  const path = decoded(url.pathname);
  if (path === null || path.includes("\0") || url.search.includes("%00"))
    return answerRefusal(c, refused("malformedAddress"), { status: 400 });
  c.set("path", path);
  await next();
};

/** Counts the `Host` headers; names and values alternate in `rawHeaders`. */
function hostsIn(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Determines the shop's own origin for a request; refuses an unknown host with 421. */
export function fromOurHost(config: Pick<Config, "appUrl">): HostMiddleware {
  return async (c, next) => {
    const origin = originFor(c.req.raw, config.appUrl);
    if (origin === null) return answerRefusal(c, refused("hostNotOurs"), { status: 421 });
    c.set("origin", origin);
    await next();
  };
}

/** Refuses requests that another site made a browser send. */
export const allowedToAct: HostMiddleware = async (c, next) => {
  if (!mayAct(c.req.raw, c.get("path"), c.get("origin"))) return answerRefusal(c, refused("foreignOrigin"));
  await next();
};
