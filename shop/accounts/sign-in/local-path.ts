/**
 * Returns the path to open after logging in, from the query string, if it is one of the shop's own;
 * otherwise `fallback`. [S2.16]
 */
export function localPath(to: string | null, fallback: string): string {
  if (to === null || !to.startsWith("/") || !URL.canParse(to, "http://shop.invalid")) return fallback;
  const url = new URL(to, "http://shop.invalid");
  const isOurs = url.origin === "http://shop.invalid" && !url.pathname.startsWith("//");
  return isOurs ? url.pathname + url.search + url.hash : fallback;
}
