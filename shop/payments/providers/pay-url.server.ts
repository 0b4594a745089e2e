import { isLoopback } from "#platform/loopback.ts";

/**
 * Whether a buyer may be given this address as a link: https, or this machine for a shop that is
 * tested. A script or a file never is.
 */
export function isPayUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
