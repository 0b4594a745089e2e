import { randomBytes } from "node:crypto";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { isPrivatePath } from "#web/parts/site/private-paths.ts";
import { hstsOf, NOTHING_POLICY, pagePolicy, protect, setPrivate } from "./headers.ts";
import type { HostMiddleware } from "./host-env.ts";

/**
 * Sets the security headers on every answer, forbids caching of personal answers, and keeps private
 * pages out of search engines.
 */
export function protectedBy(config: Parameters<typeof hstsOf>[0]): HostMiddleware {
  const hsts = hstsOf(config);
  return async (c, next) => {
    await next();
    if (!isMutable(c.res.headers)) c.res = new Response(c.res.body, c.res);
    const isPage = c.res.headers.get("content-type")?.startsWith("text/html") ?? false;
    protect(c.res.headers, { policy: isPage ? pagePolicy(c.get("nonce") ?? newNonce()) : NOTHING_POLICY, hsts });
    const isPrivate = isPrivatePath(c.get("path"));
    if (isPrivate) c.res.headers.set("X-Robots-Tag", "noindex");
    const visitor: Visitor | undefined = c.get("visitor");
    const isPersonal =
      visitor !== undefined &&
      (visitor.kind !== "guest" ||
        visitor.mfaPending !== undefined ||
        visitor.apiKey !== undefined ||
        Object.values(visitor.keys).some((key) => key !== null));
    setPrivate(c.res.headers, isPrivate || isPersonal);
  };
}

/** A random nonce for one page's policy. */
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
