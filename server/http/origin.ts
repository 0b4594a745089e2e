import { isLoopback } from "#platform/loopback.ts";
import { ACCESS_KEY_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { apiKeyIn } from "#shop/api-keys/api-key.ts";

/**
 * The shop's own origin for this request: `APP_URL`, or else the requested host. Null if that host
 * is not ours: without `APP_URL`, only loopback, private addresses, single-label and `.local` names
 * are accepted, so that a forged host never passes.
 */
export function originFor(request: Request, appUrl: string | null): string | null {
  const url = new URL(request.url);
  if (appUrl !== null) return isNear(url.hostname) || url.host === new URL(appUrl).host ? appUrl : null;
  if (!isNear(url.hostname)) return null;

  const behindTls = `https://${url.host}`;
  return request.headers.get("origin") === behindTls ? behindTls : url.origin;
}

/**
 * Whether a request passes the check against cross-site requests. An unsafe method needs our own
 * `Origin`. Without an `Origin`, it passes with an access key, or as an API call that carries no
 * cookie of ours and does not sign in, or as the call of a mail program to a link that
 * unsubscribes (RFC 8058), also without our cookies. A call with an API key always passes: its
 * cookies do not count.
 */
export function mayAct(request: Request, path: string, ours: string): boolean {
  if (safeMethods.has(request.method)) return true;
  if (isApi(path) && apiKeyIn(request.headers) !== null) return true;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === ours;
  if (request.headers.has(ACCESS_KEY_HEADER)) return true;
  const isOpen = (isApi(path) && !signsIn.test(path)) || unsubscribes.test(path);
  return isOpen && !ourCookie.test(request.headers.get("cookie") ?? "");
}

/** Whether a path belongs to the JSON API, which answers errors as JSON. */
export function isApi(path: string): boolean {
  return /^\/(api|products_database)(\/|$)/.test(path);
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const signsIn = /^\/api\/auth\/sign-(in|up)(\/|$)/;
/** A link that carries its own key, and whose page does nothing else. [S12.9] */
const unsubscribes = /^\/waitlist\/unsubscription\/[^/]+\/[^/]+$/;
/** Matches our cookies that identify a visitor or unlock an order; the theme is not among them. */
const ourCookie = /(^|;)\s*(__Secure-|__Host-)?trackside\./;

/**
 * Whether a host name can only be local: this machine, a private network, a single label, or
 * `.local`.
 */
function isNear(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return isLoopback(name) || isPrivateAddress(name) || name.endsWith(".local") || /^[^.:[\]]+$/.test(name);
}

function isPrivateAddress(name: string): boolean {
  return (
    /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(name) ||
    name === "0.0.0.0" ||
    /^\[f([cd]|e[89ab])[0-9a-f]*:/.test(name)
  );
}
