import type { SalesBy } from "#shop/orders/sales/sales.ts";
import type { Days } from "#shop/orders/sales/sales-spans.ts";

export const SALES = "/admin/sales";

/** The address of the sales of some days. The days are left out where only the table changes. */
export function salesAddress({ from, to }: Days, by: SalesBy | null = null, after: string | null = null, path = SALES): string {
  const params = new URLSearchParams({ from, to, ...(by && { by }), ...(after && { after }) });
  return `${path}?${params}`;
}
