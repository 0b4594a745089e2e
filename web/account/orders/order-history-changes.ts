import { useEffect, useRef, useState } from "react";
import type { Texts } from "#messages/texts.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { OwnOrderFilter } from "#shop/orders/reading/own-order-filter.ts";
import { useTexts } from "#web/texts.tsx";

/** How long an announcement stays in the live region, in ms. */
const SHOWN_MS = 2_000;

type Orders = readonly Pick<OrderView, "requestCode" | "status">[];

/**
 * Announces the changes of orders while the list is open. `list` identifies the shown list; a new
 * one starts over. [S2.37] [S4.7]
 */
export function useOrderChanges(orders: Orders, filter: OwnOrderFilter, list: string): string {
  const texts = useTexts("account");
  const [said, setSaid] = useState("");
  const before = useRef({ orders, list });
  useEffect(() => {
    const last = before.current;
    before.current = { orders, list };
    if (last.list !== list) return setSaid("");
    const changes = changesBetween(last.orders, orders, filter, texts);
    if (changes.length > 0) setSaid(changes.join(" "));
  }, [orders, filter, list, texts]);
  useEffect(() => {
    const forgetting = setTimeout(() => setSaid(""), SHOWN_MS);
    return () => clearTimeout(forgetting);
  }, [said]);
  return said;
}

/** Sentences for orders whose status changed, and for those that left the pending list. */
export function changesBetween(before: Orders, now: Orders, filter: OwnOrderFilter, texts: Texts<"account">): string[] {
  const statusBefore = new Map(before.map(({ requestCode, status }) => [requestCode, status]));
  const isShown = new Set(now.map(({ requestCode }) => requestCode));
  const changed = now.filter(({ requestCode, status }) => status !== "pending" && statusBefore.get(requestCode) !== status);
  const left = filter === "pending" ? before.filter(({ requestCode }) => !isShown.has(requestCode)) : [];
  return [
    ...changed.map(({ requestCode, status }) => texts("orderIsNow", { code: requestCode, status })),
    ...left.map(({ requestCode }) => texts("orderPendingNoMore", { code: requestCode })),
  ];
}
