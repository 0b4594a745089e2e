import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = (forwarded: string | null, proxies: number) =>
  clientAddress(new Headers(forwarded === null ? {} : { "x-forwarded-for": forwarded }), "9.9.9.9", proxies);

test("without a proxy nobody's word about the address is believed", () => {
  expect(from("1.1.1.1", 0)).toBe("9.9.9.9");
});

test("behind proxies the address is that many from the end, and what a visitor put before it is ignored", () => {
  expect(from("1.1.1.1, 2.2.2.2", 1)).toBe("2.2.2.2");
  expect(from("6.6.6.6, 1.1.1.1, 2.2.2.2", 2)).toBe("1.1.1.1");
  expect(from(" 1.1.1.1 ,,", 1)).toBe("1.1.1.1");
});

test("with fewer hops than proxies the first hop counts, with none the connection's address", () => {
  expect(from("1.1.1.1", 3)).toBe("1.1.1.1");
  expect(from(null, 2)).toBe("9.9.9.9");
});
