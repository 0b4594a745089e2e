import { readDay } from "#shop/orders/reading/listed-days.ts";
import { salesBy } from "#shop/orders/sales/sales.ts";

/** Reads what an address asks of the sales; what it says wrongly counts as not said. */
export function readAsked({ searchParams }: Pick<URL, "searchParams">) {
  const after = Number(searchParams.get("after") ?? 0);
  return {
    from: readDay(searchParams.get("from")),
    to: readDay(searchParams.get("to")),
    by: salesBy.find((one) => one === searchParams.get("by")) ?? null,
    after: Number.isSafeInteger(after) && after > 0 ? after : 0,
  };
}
