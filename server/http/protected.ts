import { randomBytes } from "node:crypto";
import type { Config } from "#platform/config.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { isPrivatePath } from "#web/parts/private-paths.ts";
import { keepPrivate, NOTHING_POLICY, pagePolicy, protect } from "./headers.ts";
import type { HostStep } from "./host-env.ts";

/** Puts the protective headers on every answer, and keeps what was made for one visitor from being stored, and what is private from being listed. */
export function protectedBy(config: Pick<Config, "appUrl">): HostStep {
  const isHttps = config.appUrl?.startsWith("https:") ?? false;
  return async (c, next) => {
    await next();
    if (!isMutable(c.res.headers)) c.res = new Response(c.res.body, c.res);
    const isPage = c.res.headers.get("content-type")?.startsWith("text/html") ?? false;
    protect(c.res.headers, { policy: isPage ? pagePolicy(c.get("nonce") ?? newNonce()) : NOTHING_POLICY, isHttps });
    const isPrivate = isPrivatePath(c.get("path"));
    if (isPrivate) c.res.headers.set("X-Robots-Tag", "noindex");
    const visitor: Visitor | undefined = c.get("visitor");
    const isPersonal =
      visitor !== undefined &&
      (visitor.kind !== "guest" ||
        visitor.halfway !== undefined ||
        visitor.apiKey !== undefined ||
        Object.values(visitor.keys).some((key) => key !== null));
    keepPrivate(c.res.headers, isPrivate || isPersonal);
  };
}

/** A nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

function isMutable(headers: Headers): boolean {
  try {
    headers.delete("X-Powered-By");
    return true;
  } catch {
    return false;
  }
}
