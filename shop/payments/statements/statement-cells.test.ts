import { expect, test } from "vitest";
import { readAmount, readDay, readDirection } from "./statement-cells.ts";

test("[S10.13] days are read as Indian banks write them, day before month, with and without a time", () => {
  for (const text of [
    ...["26/11/26", "26/11/2026", "26-11-2026", "26.11.2026", "26 Nov 2026", "26-NOV-26", "26-November-2026", "26 Nov, 2026"],
    ...["26/11/2026 14:03:22", "26-11-2026 2:03 PM", "2026-11-26", "2026-11-26T14:03:22", " 26/11/26 "],
  ])
    expect(readDay(text), text).toBe("2026-11-26");
  expect(readDay("01/02/2026")).toBe("2026-02-01");
});

test("[S10.13] what is no day is not read as one", () => {
  for (const text of [
    "",
    "31/02/2026",
    "26/13/2026",
    "0/1/2026",
    "26/11/1999",
    "26 Foo 2026",
    "26/11",
    "46352",
    "=TODAY()",
    "Total",
    "26/11/26 x",
  ])
    expect(readDay(text), text).toBe(null);
});

test("[S10.13] amounts are read with Indian grouping, signs of the rupee, Cr and Dr", () => {
  const positive = { isNegative: false, direction: null };
  for (const text of ["1,00,000.00", "100000", "Rs. 1,00,000.00", "₹1,00,000", "INR 100000.00", " 1,00,000.0 ", "+100000"])
    expect(readAmount(text), text).toEqual({ paise: 1_00_000_00, ...positive });
  expect(readAmount("499.07 Cr")).toEqual({ paise: 49_907, isNegative: false, direction: "in" });
  expect(readAmount("499.07(Dr)")).toEqual({ paise: 49_907, isNegative: false, direction: "out" });
  for (const text of ["-499.07", "(499.07)", "- Rs. 499.07"])
    expect(readAmount(text), text).toEqual({ paise: 49_907, isNegative: true, direction: null });
});

test("[S10.13] an empty cell and zero are no amount, and a formula or another text cannot be read", () => {
  for (const text of ["", " ", "-", "0", "0.00", "₹0.00"]) expect(readAmount(text), text).toBe(null);
  for (const text of ["=1+1", "499,07", "12.345", "1e9", "n/a", "1,00,00,0", "#REF!", "٤٩٩"])
    expect(readAmount(text), text).toBe("unreadable");
});

test("[S10.13] a column of Dr and Cr tells where money went", () => {
  for (const text of ["CR", "Cr.", "(Cr)", "Credit", "C"]) expect(readDirection(text), text).toBe("in");
  for (const text of ["DR", "dr.", "Debit", "D"]) expect(readDirection(text), text).toBe("out");
  for (const text of ["", "?", "OPENING"]) expect(readDirection(text), text).toBe(null);
});

test("[S10.13] a cell that somebody filled to slow the shop down is read at once", () => {
  for (const filling of [" ", "re", "₹ "]) expect(readAmount(`1${filling.repeat(50_000)}x`), filling).toBe("unreadable");
});
