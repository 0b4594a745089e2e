import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { rupeesFromPaise } from "#shop/money.ts";
import { profitOf, type SalesSum, salesBy } from "#shop/orders/sales/sales.ts";
import { readSalesTable } from "#shop/orders/sales/sales-table.server.ts";
import { answers, refusals, say } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { adminsOr } from "../../gates/security.ts";
import { dayInQuery } from "../parameters.ts";

const sums = {
  orders: z.int(),
  sales: z.number().openapi({ description: "Sales on the days of their approval, in rupees as all amounts." }),
  tax: z.number().openapi({ description: "The GST in them." }),
  fees: z.number().openapi({ description: "Fees of the payments that paid for them." }),
  refunds: z.int(),
  refunded: z.number().openapi({ description: "What went back of sales, on the days it did." }),
  refundedTax: z.number(),
  ids: z.int().openapi({ description: "IDs delivered, replacements too." }),
  cost: z.number(),
  idsWithoutCost: z.int().openapi({ description: "Delivered IDs whose cost is not known: they are not in the cost." }),
  deadIds: z.int(),
  deadCost: z.number(),
  profit: z.number().openapi({ description: "Sales less refunds, fees and cost." }),
};
const SumJson = z.object(sums).openapi("SalesSum");
const RowJson = z
  .object({
    key: z.string().openapi({ description: "A day, an id and so on; empty: none is known." }),
    name: z.string().nullable(),
    ...sums,
  })
  .openapi("SalesRow");
const SalesJson = z
  .object({
    from: z.string(),
    to: z.string(),
    by: z.enum(salesBy),
    total: SumJson,
    before: SumJson.openapi({ description: "As many days right before." }),
    rows: z.array(RowJson),
    next: z.string().nullable(),
  })
  .openapi("Sales");

const reading = createRoute({
  method: "get",
  path: "/api/admin/sales",
  security: adminsOr("see-figures"),
  summary: "Sales and profit of some days",
  middleware: failsWith("failedToLoadSales"),
  request: {
    query: z.object({
      from: dayInQuery("The first day, in the shop's time zone. By default today."),
      to: dayInQuery("The last day, which is included; at most three years."),
      by: z.enum(salesBy).optional().openapi({ description: "By default hours of one day, days, weeks or months, by the length." }),
      after: z.coerce.number().int().min(0).optional().openapi({ description: "The `next` of the page before." }),
    }),
  },
  responses: { 200: answers("A page of the table, with the sums of all.", SalesJson), ...refusals },
});

/** The call that reads sales. [S17.4] */
export function addSalesCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(reading, async (c) => {
    const { from, to, by, after } = c.req.valid("query");
    const found = await readSalesTable(c.var.services, c.var.visitor, { from, to, by: by ?? null, after: after ?? 0 });
    if (!found.ok) return say(c, found);
    const { days, total, totalBefore, rows, next, by: shownBy } = found.value;
    const shown = rows.map((row) => ({ key: row.key, name: row.name, ...sumJson(row) }));
    return c.json({ ...days, by: shownBy, total: sumJson(total), before: sumJson(totalBefore), rows: shown, next }, 200);
  });
}

function sumJson(sum: SalesSum) {
  const { orders, refunds, ids, idsWithoutCost, deadIds } = sum;
  return {
    orders,
    sales: rupeesFromPaise(sum.paise),
    tax: rupeesFromPaise(sum.taxPaise),
    fees: rupeesFromPaise(sum.feePaise),
    refunds,
    refunded: rupeesFromPaise(sum.refundPaise),
    refundedTax: rupeesFromPaise(sum.refundTaxPaise),
    ids,
    cost: rupeesFromPaise(sum.costPaise),
    idsWithoutCost,
    deadIds,
    deadCost: rupeesFromPaise(sum.deadCostPaise),
    profit: rupeesFromPaise(profitOf(sum)),
  };
}
