import { CSV_MARK, csvLine } from "#shop/csv-line.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { profitOf, taxOf } from "./sales.ts";
import type { SalesTable } from "./sales-table.ts";

const titles = [
  ...["Orders", "Sales", "GST in sales less refunds", "Refunds", "Refunded", "Fees", "IDs delivered", "Cost", "IDs without a known cost"],
  ...["Profit", "Dead IDs", "Cost of dead IDs"],
];

/** The table of sales as a CSV file, all rows; amounts in rupees. No cell is a formula. [S17.4] */
export function salesFile({ by, rows }: Pick<SalesTable, "by" | "rows">): string {
  const head = [by[0]?.toUpperCase() + by.slice(1), "Name", ...titles];
  const lines = rows.map(({ key, name, ...row }) =>
    csvLine([
      ...[
        key,
        name ?? "",
        row.orders,
        rupeesFromPaise(row.paise),
        rupeesFromPaise(taxOf(row)),
        row.refunds,
        rupeesFromPaise(row.refundPaise),
      ],
      ...[rupeesFromPaise(row.feePaise), row.ids, rupeesFromPaise(row.costPaise), row.idsWithoutCost, rupeesFromPaise(profitOf(row))],
      ...[row.deadIds, rupeesFromPaise(row.deadCostPaise)],
    ]),
  );
  return CSV_MARK + csvLine(head) + lines.join("");
}
