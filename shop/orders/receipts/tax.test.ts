import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutTax, withoutTaxOfPart } from "./tax.ts";

test("[S10.15] the tax in a price is half CGST, half SGST", () => {
  expect(withoutTax(11_800, 1_800)).toEqual({ taxable: 10_000, cgst: 900, sgst: 900, igst: 0 });
  expect(withoutTax(9_900, 1_800)).toEqual({ taxable: 8_390, cgst: 755, sgst: 755, igst: 0 });
  expect(withoutTax(1, 2_800)).toEqual({ taxable: 1, cgst: 0, sgst: 0, igst: 0 });
  expect(withoutTax(49_900, 0)).toEqual({ taxable: 49_900, cgst: 0, sgst: 0, igst: 0 });
});

test("[S10.15] the parts of an amount add up to it, and the tax is what the rate says, to a paisa", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
      const { taxable, cgst, sgst, igst } = withoutTax(amount, rate);
      expect(taxable + cgst + sgst + igst).toBe(amount);
      expect(cgst).toBe(sgst);
      expect(Math.abs(cgst + sgst - (amount * rate) / (10_000 + rate))).toBeLessThanOrEqual(1);
      for (const part of [taxable, cgst]) expect(Number.isInteger(part) && part >= 0).toBe(true);
    }),
  );
});

test("[S10.15] the taxes of credit notes of parts add up to that of the receipt, to the paisa", () => {
  const rupees499 = [16_633, 16_633, 16_634];
  let before = 0;
  const parts = rupees499.map((part) => {
    before += part;
    return withoutTaxOfPart(before - part, part, 1_800);
  });
  const sum = (name: "taxable" | "cgst" | "sgst") => parts.reduce((all, part) => all + part[name], 0);
  expect({ taxable: sum("taxable"), cgst: sum("cgst"), sgst: sum("sgst"), igst: 0 }).toEqual(withoutTax(49_900, 1_800));

  const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 2_800 }), (given, rate) => {
      let earlier = 0;
      const taken = given.map((part) => {
        const tax = withoutTaxOfPart(earlier, part, rate);
        earlier += part;
        expect(tax.taxable + tax.cgst + tax.sgst).toBe(part);
        expect(tax.cgst).toBeGreaterThanOrEqual(0);
        expect(tax.taxable).toBeGreaterThanOrEqual(part === 1 ? -1 : 0);
        return tax;
      });
      expect(taken.reduce((all, { cgst }) => all + cgst, 0)).toBe(withoutTax(earlier, rate).cgst);
    }),
  );
});

test("[S10.15] a part of one paisa may carry a tax of two, so that the sum stays right", () => {
  expect(withoutTaxOfPart(8_499_106, 1, 2_734)).toEqual({ taxable: -1, cgst: 1, sgst: 1, igst: 0 });
});
