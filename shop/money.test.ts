import fc from "fast-check";
import { expect, test } from "vitest";
import { paiseFromRupees, priceText, rupeesFromPaise, rupeesText } from "./money.ts";

test("[S3.4] rupees become whole paise, whether an export wrote a number or a text", () => {
  expect(paiseFromRupees("0.01")).toBe(1);
  expect(paiseFromRupees(1234.5)).toBe(123_450);
  expect(paiseFromRupees(" 149.50 ")).toBe(14_950);
  expect(paiseFromRupees("99")).toBe(9_900);
  expect(paiseFromRupees(249.99)).toBe(24_999);
});

test("[S3.4] what is no amount, negative or finer than a paisa is no price", () => {
  for (const text of ["", " ", "-1", "1.005", "1e3", "NaN", "1,000", "Infinity", "0x10", "99999999999999999999"]) {
    expect(paiseFromRupees(text), text).toBeNull();
  }
  for (const number of [Number.NaN, -0.01, Number.POSITIVE_INFINITY, 1e21, 0.001]) expect(paiseFromRupees(number)).toBeNull();
});

test("[S3.4] an amount survives the way out to JSON or a price field and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), (paise) => {
      expect(paiseFromRupees(rupeesFromPaise(paise))).toBe(paise);
      expect(paiseFromRupees(rupeesText(paise))).toBe(paise);
    }),
  );
});

test("[S9.3] a price has 2 decimals, Indian grouping and no space", () => {
  expect(priceText(10_000_000)).toBe("₹1,00,000.00");
  expect(priceText(1)).toBe("₹0.01");
  expect(priceText(123_450)).toBe("₹1,234.50");
  expect(priceText(99_900)).toBe("₹999.00");
  expect(priceText(1_234_567_890)).toBe("₹1,23,45,678.90");
  expect(priceText(9_900, "$")).toBe("$99.00");
});
