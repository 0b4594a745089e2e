/**
 * The visitor's address: the connection's, or behind `proxies` proxies that many from the end of X-Forwarded-For. What stands further to the
 * front is the visitor's own claim and is not believed.
 */
export function clientAddress(headers: Headers, connectionAddress: string, proxies: number): string {
  if (proxies === 0) return connectionAddress;
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "");
  return hops.at(-Math.min(proxies, hops.length)) ?? connectionAddress;
}
