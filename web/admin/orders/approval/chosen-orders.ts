import { useEffect, useState } from "react";
import { APPROVALS_AT_ONCE_MAX } from "#shop/constants.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";

/** The name of the boxes with which orders are chosen; their values are request codes. */
export const CHOSEN_NAME = "codes";

/** Which orders are ticked, and what ticks them all or none. */
export type Chosen = { codes: string[]; recount: () => void; chooseAll: (all: boolean) => void };

/**
 * Follows which boxes of the queue are ticked. The boxes themselves know it, so that a tick that was made before the page's script woke counts, and
 * one whose row leaves is gone with it.
 */
export function useChosen(orders: AdminOrder[]): Chosen {
  const [codes, setCodes] = useState<string[]>([]);
  const recount = () => setCodes(boxes().flatMap((box) => (box.checked ? box.value : [])));
  useEffect(recount, [orders]);

  function chooseAll(all: boolean) {
    for (const [n, box] of boxes().entries()) box.checked = all && n < APPROVALS_AT_ONCE_MAX;
    recount();
  }
  return { codes, recount, chooseAll };
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="${CHOSEN_NAME}"]`)];
}
