/**
 * The network that an address counts as: an IPv6 address its /64, which one household or machine has whole; an IPv4 address itself, also where it is
 * written as an IPv6 one. A port is left out; what is no address stays as it is, cut short.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address.trim().toLowerCase());
  const mapped = /^(?:::ffff:|::)((?:\d{1,3}\.){3}\d{1,3})$/.exec(bare);
  if (mapped?.[1]) return mapped[1];
  const groups = /^[0-9a-f:.]+$/.test(bare) && bare.includes(":") ? groupsOf(bare) : null;
  return groups ? `${groups.slice(0, 4).join(":")}::/64` : bare.slice(0, ADDRESS_MAX_LENGTH);
}

const ADDRESS_MAX_LENGTH = 64;

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`, as some proxies write them; a zone such as `%eth0` goes too. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(address)?.[1] ?? address;
  return bracketed.replace(/%.*$/, "").replace(/^((?:\d{1,3}\.){3}\d{1,3}):\d+$/, "$1");
}

/** The eight groups of an IPv6 address without leading zeros; null when it is none. */
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

/** An IPv4 address at the end takes the place of two groups. */
function asGroups(group: string): string[] {
  return /^(\d{1,3}\.){3}\d{1,3}$/.test(group) ? ["0", "0"] : [group];
}
