import { readDay } from "#shop/orders/listed-days.ts";
import type { Listed } from "#shop/orders/listed-orders.server.ts";
import { readSearch } from "./read-search.ts";

/** What the tab of processed requests can show, as its address and its filter name it. Cancelled ones come on choice alone. [S2.32] */
export const processedStatuses = {
  processed: "Approved and rejected",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Cancelled",
  all: "All, cancelled too",
} as const;
export type ProcessedStatus = keyof typeof processedStatuses;

/** What of the payments it can show. */
export const payments = { "": "Paid or not", true: "Paid", false: "Not paid yet" } as const;

/** The parameters of the address: what is searched, which status, from which day to which, paid or not, and where the page begins. [S2.32] */
export type ProcessedPlace = {
  search: string;
  status: ProcessedStatus;
  from: string | null;
  to: string | null;
  paid: boolean | null;
  after: string | null;
};

/** Reads the address; what it says wrongly asks for nothing. */
export function readProcessedPlace(params: URLSearchParams): ProcessedPlace {
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
export function processedAddress({ search, status, from, to, paid, after }: ProcessedPlace): string {
  const params = new URLSearchParams({ tab: "approved-requests" });
  if (search) params.set("search", search);
  if (status !== "processed") params.set("status", status);
  if (from) params.set("from", from);
  if (to) params.set("to", to);
  if (paid !== null) params.set("paid", String(paid));
  if (after) params.set("after", after);
  return `/admin/dashboard?${params}`;
}

/** Whether anything is left out by choice. */
export function isFiltered({ search, status, from, to, paid }: ProcessedPlace): boolean {
  return search !== "" || status !== "processed" || from !== null || to !== null || paid !== null;
}

/** Which orders a status asks the shop for. */
export function listedOf(status: ProcessedStatus): Exclude<Listed, "pending"> {
  return status === "all" ? "handled" : status;
}
