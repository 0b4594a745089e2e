import type { KeyIn } from "#messages/texts.ts";
import { readDay } from "#shop/orders/reading/listed-days.ts";
import type { Listed } from "#shop/orders/reading/listed-orders.server.ts";
import { readSearch } from "#web/admin/lists/read-search.ts";

/** The status filter of the processed orders; cancelled orders are shown only if chosen. [S2.32] */
export const processedStatuses = {
  processed: "approvedAndRejected",
  approved: "approved",
  rejected: "rejected",
  cancelled: "cancelled",
  all: "allStatuses",
} as const satisfies Record<string, KeyIn<"adminProcessed">>;
type ProcessedStatus = keyof typeof processedStatuses;

/** The page of the processed orders, without parameters. */
export const PROCESSED = "/admin/orders/processed";

/** The choices of the payment filter. */
export const payments = { "": "paidOrNot", true: "paid", false: "notPaidYet" } as const satisfies Record<string, KeyIn<"adminProcessed">>;

/**
 * The parameters of the processed orders: search, status, first and last day, paid or not, and the
 * cursor. [S2.32]
 */
export type ProcessedAddress = {
  search: string;
  status: ProcessedStatus;
  from: string | null;
  to: string | null;
  paid: boolean | null;
  after: string | null;
};

/** Reads the parameters; invalid ones are ignored. */
export function readProcessedAddress(params: URLSearchParams): ProcessedAddress {
  const status = params.get("status") ?? "";
  const paid = params.get("paid");
  return {
    search: readSearch(params),
    status: Object.hasOwn(processedStatuses, status) ? (status as ProcessedStatus) : "processed",
    from: readDay(params.get("from")),
    to: readDay(params.get("to")),
    paid: paid === "true" || paid === "false" ? paid === "true" : null,
    after: params.get("after") || null,
  };
}

/** The address of a page of processed requests. [S2.23] */
export function processedAddress({ search, status, from, to, paid, after }: ProcessedAddress): string {
  const params = new URLSearchParams();
  if (search) params.set("search", search);
  if (status !== "processed") params.set("status", status);
  if (from) params.set("from", from);
  if (to) params.set("to", to);
  if (paid !== null) params.set("paid", String(paid));
  if (after) params.set("after", after);
  return params.size > 0 ? `${PROCESSED}?${params}` : PROCESSED;
}

/** Whether any filter is set. */
export function isFiltered({ search, status, from, to, paid }: ProcessedAddress): boolean {
  return search !== "" || status !== "processed" || from !== null || to !== null || paid !== null;
}

/** Maps the filter to the orders to query. */
export function listedOf(status: ProcessedStatus): Exclude<Listed, "pending"> {
  return status === "all" ? "handled" : status;
}
