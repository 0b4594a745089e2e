import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { Utr } from "./utr.ts";

test("[S10.12] a UTR is 12 digits, with or without the spaces and dashes that apps put in", () => {
  for (const text of ["412345678901", " 4123 4567 8901 ", "4123-4567-8901", "４１２３４５６７８９０１"])
    expect(parsed(Utr, text)).toEqual({ ok: true, value: "412345678901" });
});

test("[S10.12] another text is no UTR", () => {
  for (const text of ["", "41234567890", "4123456789012", "41234567890O", "4.12346E+11"])
    expect(parsed(Utr, text), text).toMatchObject({ ok: false, code: "utrInvalid" });
});

test("[S10.12] a UTR is found in what payment apps share, and typed in any Indian digits", () => {
  for (const text of [
    "६३३११२३४५६७८",
    "6331 1234 5678",
    "UPI Ref No. 633112345678",
    "UPI Ref No: ६३३११२३४५६७८",
    "UTR: 6331-1234-5678",
    "Paid ₹499.00 to Track Side\nFrom +919812345678\nUPI transaction ID 633112345678\n27 Nov 2026, 9:44 pm",
    "Sent Rs.499 from A/c XX1234 on 27-11-26. Ref 633112345678. Not you? Call 18001234567",
    "₹499 · 633112345678 · success",
  ])
    expect(Utr.parse(text), text).toBe("633112345678");
  for (const text of ["+919812345678", "633112345678 and 633112345679", "63311234567", "6331123456789", "no number", "1".repeat(900)])
    expect(Utr.safeParse(text).success, text).toBe(false);
});
