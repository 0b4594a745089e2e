import { expect, test } from "vitest";
import { attemptDescription } from "./attempt-reference.ts";

test("[S10.3] a provider is told product, quantity and code; a long name is cut between two characters, never the code", () => {
  const order = { quantity: 2, requestCode: "REQ-MJUOHS00" };
  expect(attemptDescription({ ...order, productName: "Gold" })).toBe("Gold × 2, REQ-MJUOHS00");
  for (const before of [180, 181, 182]) {
    const cut = attemptDescription({ ...order, productName: `${"x".repeat(before)}\u{1f600}\u{1f600}` });
    expect(cut.isWellFormed() && cut.endsWith(" × 2, REQ-MJUOHS00") && cut.length <= 200, String(before)).toBe(true);
  }
});
