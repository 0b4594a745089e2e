import { isPublicAddress } from "../http-client/public-address.ts";
import { isLoopback } from "../loopback.ts";

/**
 * Whether the connection to a database is encrypted: `local` stays on this machine, `stated` says
 * it with `sslmode`; the others say nothing, which leaves it unencrypted, in a private network or
 * across the internet.
 */
type Encryption = "local" | "stated" | "unencrypted private" | "unencrypted public";

/** Reads from a database's address how its connection is encrypted. */
export function encryptionOf(databaseUrl: string): Encryption {
  const url = URL.parse(databaseUrl);
  if (!url) return "local";
  const parameter = (name: string) => url.searchParams.get(name) ?? "";
  const host = (parameter("host") || decodeURIComponent(url.hostname)).replace(/^\[|\]$/g, "").toLowerCase();
  // An empty host is this machine, and one with a slash the folder of a socket.
  if (host === "" || host.includes("/") || isLoopback(host)) return "local";
  if (parameter("sslmode") !== "" || parameter("ssl") !== "") return "stated";
  return isPrivate(host) ? "unencrypted private" : "unencrypted public";
}

function isPrivate(host: string): boolean {
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  if (isAddress) return !isPublicAddress(host);
  return !host.includes(".") || /\.(local|lan|internal|home\.arpa)$/.test(host);
}
