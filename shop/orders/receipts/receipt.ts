import type { Paise } from "#shop/money.ts";
import type { Placed } from "../order.ts";

/** The receipt of an approved order, with the seller and the tax as they were then. [S10.15] */
export type Receipt = Pick<Placed, "requestCode" | "productName" | "quantity" | "pricePaise" | "totalPaise" | "paymentMethod"> & {
  /** The names of its product by language; null if they were not copied. [S11.2] */
  productNames: Record<string, string> | null;
  /** What the buyer pays: the total, or a few paise less for an amount of its own. [S10.12] */
  payablePaise: Paise;
  /** Such as `2026-27/00001`. */
  number: string;
  issuedAt: Date;
  paidAt: Date | null;
  sellerName: string;
  /** Several lines; may be empty. */
  sellerAddress: string;
  /** With a GSTIN the receipt is a tax invoice. */
  gstin: string | null;
  hsnCode: string;
  /** In hundredths of a percent. */
  gstRate: number;
};

/**
 * What a refund took back of the receipt of its order, with the receipt's seller and tax. [S10.15]
 */
export type CreditNote = Pick<
  Receipt,
  "requestCode" | "productName" | "productNames" | "number" | "issuedAt" | "sellerName" | "sellerAddress" | "gstin" | "hsnCode" | "gstRate"
> & {
  paise: Paise;
  /** What earlier notes that count took back of the receipt. */
  creditedBefore: Paise;
  /** The receipt that it is about. */
  receipt: { number: string; issuedAt: Date };
  /** Whether the bank sent the money back, so that the note counts for nothing. */
  isVoid: boolean;
};
