import { salesFile } from "#shop/orders/sales/sales-file.ts";
import { readSalesTable } from "#shop/orders/sales/sales-table.server.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/sales-file.ts";
import { readAsked } from "./read-asked.ts";

/** The table of sales as a file, all rows: GET /admin/sales.csv?from=&to=&by=. [S17.4] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const asked = { ...readAsked(new URL(request.url)), isWhole: true };
  const table = await orFail(context, "failedToLoadSales", () => readSalesTable(services, visitor, asked));
  if (!table.ok) throw refusedFile(context, table);
  const { days, by } = table.value;
  return new Response(salesFile(table.value), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="sales-${days.from}-to-${days.to}-by-${by}.csv"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
