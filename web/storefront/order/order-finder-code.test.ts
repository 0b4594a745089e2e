import fc from "fast-check";
import { expect, test } from "vitest";
import { requestCodeAt } from "#shop/orders/request-code.ts";
import { readRequestCode } from "./order-finder-code.ts";

test.each([
  "REQ-MJUJ7K2A",
  "req-mjuj7k2a",
  "  Req - mjuj 7k2a ",
  "MJUJ7K2A",
  "reqmjuj7k2a",
  "REQ–MJUJ7K2A",
  "req_mjuj7k2a",
  "Your request code: REQ-MJUJ7K2A.",
  "https://shop.example/order-status/REQ-MJUJ7K2A/key/aB3_-x",
])("%j is read as the request code that it means", (typed) => {
  expect(readRequestCode(typed)).toBe("REQ-MJUJ7K2A");
});

test.each(["", "   ", "REQ-", "?", "a-b", "../admin", "REQ-ÄÖ", `REQ-${"A".repeat(21)}`])("%j is no request code", (typed) => {
  expect(readRequestCode(typed)).toBeNull();
});

test("every request code is read, however it is typed", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("", "REQ-", "req ", "Req- "), (ms, before) => {
      const code = requestCodeAt(ms);
      // What follows its REQ- may itself begin with these letters: then it has to be typed whole.
      fc.pre(before !== "" || !code.startsWith("REQ-REQ"));
      expect(readRequestCode(before + code.slice(4).toLowerCase())).toBe(code);
    }),
  );
});
