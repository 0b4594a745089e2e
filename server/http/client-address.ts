/**
 * The visitor's address: that of the connection, or with `proxies` proxies the one that many
 * entries from the end of X-Forwarded-For. Entries further to the front could be forged and are
 * ignored.
 */
export function clientAddress(headers: Headers, connectionAddress: string, proxies: number): string {
  if (proxies === 0) return connectionAddress;
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "");
  return hops.at(-Math.min(proxies, hops.length)) ?? connectionAddress;
}
