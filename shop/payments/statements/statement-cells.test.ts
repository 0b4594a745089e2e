import fc from "fast-check";
import { expect, test } from "vitest";
import { readAmount, readDirection } from "./statement-cells.ts";

test("[S10.13] amounts are read with Indian grouping, signs of the rupee, Cr and Dr", () => {
  const positive = { isNegative: false, direction: null };
  for (const text of [
    "1,00,000.00",
    "100000",
    "Rs. 1,00,000.00",
    "₹1,00,000",
    "INR 100000.00",
    " 1,00,000.0 ",
    "+100000",
    "₹ 1,00,000.00/-",
    "१,००,०००.००",
    "1,00,000.00+",
    "₹1,00,000 only",
    "Rs 1,00,000/- Only",
  ])
    expect(readAmount(text), text).toEqual({ paise: 1_00_000_00, ...positive });
  expect(readAmount("499.07 Cr")).toEqual({ paise: 49_907, isNegative: false, direction: "in" });
  expect(readAmount("Cr 499.07")).toEqual({ paise: 49_907, isNegative: false, direction: "in" });
  expect(readAmount("1,00,000.00Cr")).toEqual({ paise: 1_00_000_00, isNegative: false, direction: "in" });
  expect(readAmount("+ ₹498.70")).toEqual({ paise: 49_870, ...positive });
  expect(readAmount("499.07 C")).toEqual({ paise: 49_907, isNegative: false, direction: "in" });
  expect(readAmount("499.07 D")).toEqual({ paise: 49_907, isNegative: false, direction: "out" });
  expect(readAmount("499.07(Dr)")).toEqual({ paise: 49_907, isNegative: false, direction: "out" });
  for (const text of ["-499.07", "(499.07)", "- Rs. 499.07", "499.07-"])
    expect(readAmount(text), text).toEqual({ paise: 49_907, isNegative: true, direction: null });
});

test("[S10.13] an empty cell and zero are no amount, and a formula or another text cannot be read", () => {
  for (const text of ["", " ", "-", "n/a", "NA", "Nil", "0", "0.00", "₹0.00"]) expect(readAmount(text), text).toBe(null);
  for (const text of ["=1+1", "499,07", "12.345", "1e9", "pending", "1,00,00,0", "#REF!", "Cr", "Cr Dr 5"])
    expect(readAmount(text), text).toBe("unreadable");
});

test("[S10.13] however a bank writes an amount, the same paise are read", () => {
  const indian = (rupees: number) => rupees.toLocaleString("en-IN");
  const devanagari = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x0966 + Number(digit)));
  const written = fc.record({
    paise: fc.integer({ min: 1, max: 10_00_000_00 }),
    isGrouped: fc.boolean(),
    isHindi: fc.boolean(),
    mark: fc.constantFrom("", "₹", "Rs. ", "INR ", "₹ "),
    side: fc.constantFrom("", "+", "-"),
    word: fc.constantFrom("", " Cr", "Dr", " (Cr)"),
  });
  fc.assert(
    fc.property(written, ({ paise, isGrouped, isHindi, mark, side, word }) => {
      const rupees = Math.floor(paise / 100);
      const plain = `${isGrouped ? indian(rupees) : rupees}.${String(paise % 100).padStart(2, "0")}`;
      const text = `${side}${mark}${isHindi ? devanagari(plain) : plain}${word}`;
      const direction = word === "" ? null : word.includes("C") ? "in" : "out";
      expect(readAmount(text), text).toEqual({ paise, isNegative: side === "-", direction });
    }),
  );
});

test("[S10.13] a column of Dr and Cr tells where money went", () => {
  for (const text of ["CR", "Cr.", "(Cr)", "Credit", "C"]) expect(readDirection(text), text).toBe("in");
  for (const text of ["DR", "dr.", "Debit", "D"]) expect(readDirection(text), text).toBe("out");
  for (const text of ["", "?", "OPENING"]) expect(readDirection(text), text).toBe(null);
});

test("[S10.13] a cell that somebody filled to slow the shop down is read at once", () => {
  for (const filling of [" ", "re", "₹ "]) expect(readAmount(`1${filling.repeat(50_000)}x`), filling).toBe("unreadable");
});
