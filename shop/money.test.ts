import fc from "fast-check";
import { expect, test } from "vitest";
import { paiseFromRupees, priceText, readRupees, rupeesFromPaise, rupeesText } from "./money.ts";

test("[S3.4] a price that somebody filled to slow the shop down is read at once", () => {
  expect(readRupees(`${"re".repeat(100_000)}1`)).toBeNull();
});

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
  expect([-5_000, -20_000, -5_050, -12_345_678].map((paise) => priceText(paise))).toEqual([
    "₹-50.00",
    "₹-200.00",
    "₹-50.50",
    "₹-1,23,456.78",
  ]);
});

test.for([
  ["Rs. 499", 49_900],
  ["Rs.499", 49_900],
  ["Rs 499.50", 49_950],
  ["rs499", 49_900],
  ["\u20a8 499", 49_900],
  ["₹1,23,456.50", 12_345_650],
  ["₹\u00a01,499.00", 149_900],
  ["Re. 1", 100],
  ["INR 499/-", 49_900],
  ["499/- only", 49_900],
  ["499 rupees", 49_900],
  ["रु. 499", 49_900],
  ["\u200e₹499\u200f", 49_900],
  ["４９９", 49_900],
  ["$9.99", 999],
  ["0", 0],
  [499, 49_900],
] as const)("[S3.4] %s is read as an amount", ([written, paise]) => expect(readRupees(written)).toBe(paise));

test.for([
  "",
  "Rs.",
  "Rs. .499",
  ".499",
  "Rs .499",
  "Rs. -5",
  "\u2212499",
  "12,50",
  "1.234,50",
  "99,",
  "1,2,3",
  "Rs. 1e3",
  "4 99",
  "499 Rs. 500",
  "rsvp 5",
  "NaN",
])("[S3.4] %s is no readable amount", (written) => expect(readRupees(written)).toBeNull());

test("[S3.4] an amount is the same however its currency, spaces and grouping are written, and what is read is whole paise", () => {
  const front = fc.constantFrom("", "₹", "₹ ", "Rs. ", "Rs.", "rs ", "INR ", "\u00a0", "\u200b", "Rs. ₹");
  const behind = fc.constantFrom("", "/-", " /-", " INR", " rupees", " only", "\u00a0");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), front, behind, (paise, before, after) => {
      expect(readRupees(`${before}${rupeesText(paise)}${after}`)).toBe(paise);
      expect(readRupees(`${before}${priceText(paise, "")}${after}`)).toBe(paise);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."Rs.₹ 1,05-/e") }), (text) => {
      const paise = readRupees(text);
      if (paise === null) return;
      expect(Number.isSafeInteger(paise) && paise >= 0).toBe(true);
      expect(String(paise).replace(/0+$/, "")).toBe(
        text
          .replace(/^[^1-9]+|[^0-9.]+$/g, "")
          .replace(/(?<=\.\d*)0+$|\.$/, "")
          .replace(/[^0-9]/g, "")
          .replace(/0+$/, ""),
      );
    }),
  );
});
