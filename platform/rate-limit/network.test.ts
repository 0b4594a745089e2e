import { expect, test } from "vitest";
import { networkOf, widerNetworks } from "./network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:51234", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["[2001:db8:0001:2::9]:443", "2001:db8:1:2::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ["unknown", "unknown"],
  ["1::2::3", "1::2::3"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("addresses of one /64 count as one, those of its neighbour do not", () => {
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe(networkOf("2001:db8:1:2:bbbb::2"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
});

test("a /64 lies in a /56 and a /48; an IPv4 address and what is none lie in nothing wider", () => {
  expect(widerNetworks(networkOf("2001:db8:1:2fe::1"))).toEqual({ of56: "2001:db8:1:200::/56", of48: "2001:db8:1::/48" });
  expect(widerNetworks(networkOf("2001:db8:1:2::1"))).toEqual({ of56: "2001:db8:1:0::/56", of48: "2001:db8:1::/48" });
  for (const address of ["203.0.113.7", "unknown", "::ffff:203.0.113.7", ""]) expect(widerNetworks(networkOf(address))).toBeNull();
});

test("what is no address is cut short", () => {
  expect(networkOf("x".repeat(1_000))).toHaveLength(64);
});
