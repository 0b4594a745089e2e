import type { Paise } from "#shop/money.ts";

/** By what a table of sales can be read. [S17.3] */
export const salesBy = ["day", "week", "month", "hour", "product", "method", "supplier", "person"] as const;
export type SalesBy = (typeof salesBy)[number];

/** What was sold in some days, as it was counted. */
export type SalesSum = {
  orders: number;
  /** What buyers had to pay for the orders, and the GST in it where the seller had a GSTIN. */
  paise: Paise;
  taxPaise: Paise;
  feePaise: Paise;
  refunds: number;
  refundPaise: Paise;
  refundTaxPaise: Paise;
  /** IDs that were delivered, replacements too, and what those with a known cost cost. */
  ids: number;
  costPaise: Paise;
  idsWithoutCost: number;
  deadIds: number;
  deadCostPaise: Paise;
};

/** A row of the table: of a product, a day and so on. */
export type SalesRow = SalesSum & { key: string };

export const noSales: SalesSum = {
  ...{ orders: 0, paise: 0, taxPaise: 0, feePaise: 0, refunds: 0, refundPaise: 0, refundTaxPaise: 0 },
  ...{ ids: 0, costPaise: 0, idsWithoutCost: 0, deadIds: 0, deadCostPaise: 0 },
};

/** Sales less refunds, fees and costs. Of IDs without a known cost it takes nothing off. [S17.2] */
export function profitOf({ paise, refundPaise, feePaise, costPaise }: SalesSum): Paise {
  return paise - refundPaise - feePaise - costPaise;
}

/** The GST that is in the sales and not in what went back. */
export function taxOf({ taxPaise, refundTaxPaise }: SalesSum): Paise {
  return taxPaise - refundTaxPaise;
}

/** Adds up the sums of the same key. */
export function addUp(rows: readonly SalesRow[]): Map<string, SalesSum> {
  const sums = new Map<string, SalesSum>();
  for (const { key, ...row } of rows) {
    const sum = sums.get(key) ?? noSales;
    sums.set(key, Object.fromEntries(Object.entries(sum).map(([name, n]) => [name, n + row[name as keyof SalesSum]])) as SalesSum);
  }
  return sums;
}

/** The sum of all rows. */
export function totalOf(rows: readonly SalesRow[]): SalesSum {
  return addUp(rows.map((row) => ({ ...row, key: "" }))).get("") ?? noSales;
}
