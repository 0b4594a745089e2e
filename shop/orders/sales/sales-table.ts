import type { SalesBy, SalesRow, SalesSum } from "./sales.ts";
import type { unitOf } from "./sales-days.ts";
import type { Days } from "./sales-spans.ts";

/** A row with its name: of a product, supplier or person; null where that is gone or none. */
export type NamedRow = SalesRow & { name: string | null; nameLanguage: string | null };

/** What was sold in some days and in as many right before, a page of the table, and the chart. */
export type SalesTable = {
  days: Days;
  before: Days;
  by: SalesBy;
  total: SalesSum;
  totalBefore: SalesSum;
  rows: NamedRow[];
  next: string | null;
  /** Whether any seller's GSTIN stands on a sale or the shop has one: sales are then also told without tax. */
  hasTax: boolean;
  unit: ReturnType<typeof unitOf>;
  chart: SalesRow[];
};
