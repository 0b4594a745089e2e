import type { PaymentState } from "#shop/payments/payment.ts";

/** The lists of the page, in order: the payments that wait for a decision come first. */
export const moneyLists = ["open", "matched", "refunded", "disputed", "unproven", "ignored", "all"] as const;
export type MoneyList = (typeof moneyLists)[number];

/** Which payments an address shows; those that wait for a decision by default. */
export function listOf(params: URLSearchParams): MoneyList {
  return moneyLists.find((list) => list === params.get("show")) ?? "open";
}

/** The state that a list shows; null: all. */
export function stateOf(list: MoneyList): PaymentState | "open" | "disputed" | "unproven" | null {
  return list === "all" ? null : list;
}

/** The address of a list, optionally of a search and from a cursor on. */
export function moneyAddress(list: MoneyList, { search = "", after = null }: { search?: string; after?: string | null } = {}): string {
  const params = new URLSearchParams();
  if (list !== "open") params.set("show", list);
  if (search) params.set("search", search);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/money?${params}` : "/admin/money";
}

/**
 * The name of a form of the page: its address, and of two with the same one the provider's by its
 * way.
 */
export function formOf(address: string, how?: string): string {
  return how === "provider" ? `${address} provider` : address;
}

/**
 * The address of a decision about a payment. Without JavaScript it shows the same list afterwards.
 */
export function decisionAddress(id: string, noun: "match" | "refund" | "ignoring", list: MoneyList): string {
  return `/admin/money/${encodeURIComponent(id)}/${noun}${list === "open" ? "" : `?show=${list}`}`;
}
