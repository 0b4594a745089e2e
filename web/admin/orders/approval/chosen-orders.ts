import { useEffect, useState } from "react";
import { APPROVALS_AT_ONCE_MAX } from "#shop/orders/constants.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";

/** The name of the checkboxes that choose orders; their values are request codes. */
export const CHOSEN_NAME = "codes";

/**
 * The ticked orders. `isWhole`: all orders that match are chosen, also those of other pages, until
 * somebody ticks or unticks one. `choose` is called after a tick.
 */
export type Chosen = {
  codes: string[];
  isWhole: boolean;
  choose: () => void;
  chooseAll: (all: boolean) => void;
  chooseWhole: (isWhole: boolean) => void;
};

/**
 * Tracks the ticked orders of the queue. The state is read from the checkboxes, so ticks made
 * before hydration count, and those of rows that disappeared do not.
 */
export function useChosen(orders: AdminOrder[]): Chosen {
  const [codes, setCodes] = useState<string[]>([]);
  const [isWhole, chooseWhole] = useState(false);
  const recount = () => setCodes(boxes().flatMap((box) => (box.checked ? box.value : [])));
  useEffect(recount, [orders]);

  function choose() {
    chooseWhole(false);
    recount();
  }
  function chooseAll(all: boolean) {
    for (const [n, box] of boxes().entries()) box.checked = all && n < APPROVALS_AT_ONCE_MAX;
    choose();
  }
  return { codes, isWhole, choose, chooseAll, chooseWhole };
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name="${CHOSEN_NAME}"]`)];
}
