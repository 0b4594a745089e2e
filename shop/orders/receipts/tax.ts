import type { Paise } from "#shop/money.ts";

/** An amount that includes GST, taken apart: the parts add up to it. */
type TaxedAmount = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise };

/**
 * Takes the GST out of an amount. `rate` is in hundredths of a percent. The shop does not ask where
 * its buyers are, so the place of supply is the seller's own state: half of the tax is CGST, half
 * SGST, and none is IGST. Both halves are whole paise and equal. [S10.15]
 */
export function withoutTax(amount: Paise, rate: number): TaxedAmount {
  const half = Math.round((amount * rate) / (2 * (10_000 + rate)));
  return { taxable: amount - 2 * half, cgst: half, sgst: half, igst: 0 };
}

/**
 * The tax in a part of an amount of which `before` was taken back earlier, so that the taxes of all
 * parts add up to that of the whole: the last part takes what is left. A part of a single paisa may
 * have a tax of two, because the sum matters more. [S10.15]
 */
export function withoutTaxOfPart(before: Paise, part: Paise, rate: number): TaxedAmount {
  const [earlier, all] = [withoutTax(before, rate), withoutTax(before + part, rate)];
  return {
    taxable: all.taxable - earlier.taxable,
    cgst: all.cgst - earlier.cgst,
    sgst: all.sgst - earlier.sgst,
    igst: all.igst - earlier.igst,
  };
}
