/**
 * The network that an address counts as: the /64 of an IPv6 address, which belongs to one household
 * or machine; an IPv4 address itself, also in its IPv6 form. A port is removed; anything that is
 * not an address stays as it is, shortened.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address.trim().toLowerCase());
  const mapped = /^(?:::ffff:|::)((?:\d{1,3}\.){3}\d{1,3})$/.exec(bare);
  if (mapped?.[1]) return mapped[1];
  const groups = /^[0-9a-f:.]+$/.test(bare) && bare.includes(":") ? groupsOf(bare) : null;
  return groups ? `${groups.slice(0, 4).join(":")}::/64` : bare.slice(0, ADDRESS_MAX_LENGTH);
}

/**
 * The /56 and /48 around a network of `networkOf`: one household or site may own all of it. Null
 * for IPv4.
 */
export function widerNetworks(network: string): { of56: string; of48: string } | null {
  const [, first, second, third, fourth] = /^([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)::\/64$/.exec(network) ?? [];
  if (fourth === undefined) return null;
  const block = `${first}:${second}:${third}`;
  return { of56: `${block}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`, of48: `${block}::/48` };
}

const ADDRESS_MAX_LENGTH = 64;

/**
 * Removes the port of `1.2.3.4:5678` or `[2001:db8::1]:5678`, as some proxies write them, and a
 * zone such as `%eth0`.
 */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(address)?.[1] ?? address;
  return bracketed.replace(/%.*$/, "").replace(/^((?:\d{1,3}\.){3}\d{1,3}):\d+$/, "$1");
}

/** The eight groups of an IPv6 address without leading zeros; null if it is not one. */
function groupsOf(address: string): string[] | null {
  const [front = "", back, ...more] = address.split("::");
  if (more.length > 0) return null;
  const [before, after] = [front, back ?? ""].map((part) => (part === "" ? [] : part.split(":").flatMap(asGroups)));
  if (!before || !after) return null;
  const missing = 8 - before.length - after.length;
  if (back === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map((group) => group.replace(/^0+(?=.)/, "")) : null;
}

/** An IPv4 address at the end replaces two groups. */
function asGroups(group: string): string[] {
  return /^(\d{1,3}\.){3}\d{1,3}$/.test(group) ? ["0", "0"] : [group];
}
