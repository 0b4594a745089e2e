import type { Config } from "#platform/config.server.ts";

/**
 * The Content-Security-Policy of a page: its own scripts by nonce, and pictures from anywhere,
 * because product images may be external. In development, Vite injects styles by script and uses a
 * web socket.
 */
export function pagePolicy(nonce: string, isDevelopment = import.meta.env.DEV): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
    "img-src 'self' data: blob: http: https:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The same policy for a cached page: the hashes of its scripts and styles instead of a nonce, which
 * all visitors would share.
 */
export function policyByHashes(policy: string, { scripts, styles }: { scripts: string[]; styles: string[] }): string {
  const listed = (hashes: string[]) => [...new Set(hashes)].map((hash) => ` 'sha256-${hash}'`).join("");
  const rules = policy.split("; ").map((rule) => rule.replace(/ 'nonce-[^']+'/, listed(rule.startsWith("script-src") ? scripts : styles)));
  return rules.join("; ");
}

/** The policy of everything that is not a page. */
export const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The policy of a script file. It may not forbid more: a worker's file has the worker's policy. */
const SCRIPT_POLICY = "frame-ancestors 'none'";

/**
 * The promise that browsers reach the shop by https alone for a year; null where it is not served
 * so. It covers sub-domains, which may not be the shop's, only where the operator says so.
 */
export function hstsOf({ appUrl, hstsSubdomains }: Pick<Config, "appUrl"> & Partial<Pick<Config, "hstsSubdomains">>): string | null {
  if (!appUrl?.startsWith("https:")) return null;
  return hstsSubdomains ? "max-age=31536000; includeSubDomains" : "max-age=31536000";
}

/**
 * Sets the security headers on a response, except those already set. `same-origin` keeps the Origin
 * of form posts, which `no-referrer` would not. Scripts get only the headers they need, because a
 * page loads many.
 */
export function protect(headers: Headers, given: { policy: string; hsts: string | null }): void {
  headers.set("X-Content-Type-Options", "nosniff");
  setUnlessSet(headers, "Cross-Origin-Resource-Policy", "same-origin");
  if (headers.get("Content-Type")?.startsWith("text/javascript")) {
    setUnlessSet(headers, "Content-Security-Policy", SCRIPT_POLICY);
    return;
  }
  setUnlessSet(headers, "Content-Security-Policy", given.policy);
  setUnlessSet(headers, "X-Frame-Options", "DENY");
  setUnlessSet(headers, "Referrer-Policy", "same-origin");
  setUnlessSet(headers, "Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()");
  setUnlessSet(headers, "Cross-Origin-Opener-Policy", "same-origin");
  if (given.hsts !== null) setUnlessSet(headers, "Strict-Transport-Security", given.hsts);
}

/**
 * Forbids caching of personal answers. Others must be revalidated, unless `Cache-Control` is set.
 */
export function setPrivate(headers: Headers, isPersonal: boolean): void {
  if (isPersonal || headers.has("Set-Cookie")) headers.set("Cache-Control", "private, no-store");
  else setUnlessSet(headers, "Cache-Control", "no-cache");
}

function setUnlessSet(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
