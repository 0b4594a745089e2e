/**
 * What a page may load and do: its own scripts by this nonce, pictures from anywhere, for product images are addresses. In development Vite
 * puts its styles into the page by script and talks to it by web socket.
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

/** The same policy for a page that many are given: instead of a nonce, which all of them would know, the hashes of its scripts and styles. */
export function policyByHashes(policy: string, { scripts, styles }: { scripts: string[]; styles: string[] }): string {
  const listed = (hashes: string[]) => [...new Set(hashes)].map((hash) => ` 'sha256-${hash}'`).join("");
  const rules = policy.split("; ").map((rule) => rule.replace(/ 'nonce-[^']+'/, listed(rule.startsWith("script-src") ? scripts : styles)));
  return rules.join("; ");
}

/** The policy of everything that is not a page. */
export const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Puts the protective headers on a response; one that its maker chose stays. `same-origin` keeps the Origin of form posts, which `no-referrer` would
 * not. A script is no document that could do anything by itself: it gets only what it needs, for a page fetches many.
 */
export function protect(headers: Headers, given: { policy: string; isHttps: boolean }): void {
  headers.set("X-Content-Type-Options", "nosniff");
  setUnlessSet(headers, "Cross-Origin-Resource-Policy", "same-origin");
  if (headers.get("Content-Type")?.startsWith("text/javascript")) return;
  setUnlessSet(headers, "Content-Security-Policy", given.policy);
  setUnlessSet(headers, "X-Frame-Options", "DENY");
  setUnlessSet(headers, "Referrer-Policy", "same-origin");
  setUnlessSet(headers, "Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()");
  setUnlessSet(headers, "Cross-Origin-Opener-Policy", "same-origin");
  if (given.isHttps) setUnlessSet(headers, "Strict-Transport-Security", "max-age=31536000");
}

/** What was made for one visitor is kept by nobody; anything else is asked for again each time, unless its maker said otherwise. */
export function keepPrivate(headers: Headers, isPersonal: boolean): void {
  if (isPersonal || headers.has("Set-Cookie")) headers.set("Cache-Control", "private, no-store");
  else setUnlessSet(headers, "Cache-Control", "no-cache");
}

function setUnlessSet(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
