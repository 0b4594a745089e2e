/** The path to go to after logging in, taken from the address bar: one of our own, or else `fallback`. [S2.16] */
export function localPath(to: string | null, fallback: string): string {
  if (to === null || !to.startsWith("/") || !URL.canParse(to, "http://shop.invalid")) return fallback;
  const url = new URL(to, "http://shop.invalid");
  const isOurs = url.origin === "http://shop.invalid" && !url.pathname.startsWith("//");
  return isOurs ? url.pathname + url.search + url.hash : fallback;
}
