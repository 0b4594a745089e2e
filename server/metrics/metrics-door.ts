import type { Config } from "#platform/config.server.ts";
import { isSame, sha256 } from "#platform/encryption/vault.server.ts";
import { isLoopback } from "#platform/loopback.ts";
import type { HostContext, HostMiddleware } from "../http/host-env.ts";
import type { Scrape } from "./scrape.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A proxy adds one of these to what it passes on. */
const ofProxies = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

type Access = Pick<Config, "metricsToken" | "isPublic" | "trustProxy">;

/**
 * Answers `/metrics` to whoever has the token, and to a program on this machine. For everybody else
 * there is no such page.
 */
export function metricsDoor(config: Access, scrape: Scrape): HostMiddleware {
  const token = config.metricsToken === null ? null : sha256(config.metricsToken);
  return async (c, next) => {
    if (!hasToken(c, token) && !isOnThisMachine(c, config)) return next();
    return c.body(await scrape(), 200, { "Content-Type": CONTENT_TYPE, "Cache-Control": "no-store" });
  };
}

function hasToken(c: HostContext, token: Uint8Array | null): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  return token !== null && given !== undefined && isSame(sha256(given), token);
}

/**
 * Whether a program on this machine asks, and not a proxy on it for somebody else: the proxy leaves
 * its header, or another host than this machine's. A public shop without a known proxy trusts
 * neither, because one that it does not know of may be in front.
 */
function isOnThisMachine(c: HostContext, { isPublic, trustProxy }: Access): boolean {
  if (isPublic && trustProxy === 0) return false;
  if (ofProxies.some((name) => c.req.raw.headers.has(name))) return false;
  const address = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  return isLoopback(address) && isLoopback(new URL(c.req.url).hostname);
}
