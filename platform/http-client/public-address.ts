import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 networks that are local, private, multicast or unroutable (RFC 6890). */
const notPublicIPv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/**
 * Public IPv6 addresses are in `2000::/3`, except these: tunnels of IPv4 addresses, and examples.
 */
const notPublicIPv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const ipv4 = new BlockList();
for (const [network, bits] of notPublicIPv4) ipv4.addSubnet(network, bits, "ipv4");
const ipv6 = new BlockList();
for (const [network, bits] of notPublicIPv6) ipv6.addSubnet(network, bits, "ipv6");
const ipv6Public = new BlockList();
ipv6Public.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an address is on the public internet: not local, private, link-local, multicast, or an
 * IPv4 address inside an IPv6 one. Anything that is not an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !ipv4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return ipv6Public.check(address, "ipv6") && !ipv6.check(address, "ipv6");
}
