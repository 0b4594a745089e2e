import { useEffect, useRef, useState } from "react";
import { watchTyping } from "../forms/unsaved-text.ts";
import { followEvents } from "./follow-events.ts";
import { useLoadAgain } from "./use-reload.ts";

/**
 * Reloads the page whenever a "changed" event comes from `url`; null follows nothing. `since` is
 * when the loaded page was made. Returns whether it is connected. [S4.7]
 */
export function useLive(url: string | null, since?: Date): boolean {
  const loadAgain = useLoadAgain();
  const [isConnected, setConnected] = useState(true);
  const [knownSince] = useState(since?.getTime());
  const isFirst = useRef(true);

  useEffect(watchTyping, []);
  useEffect(() => {
    if (url === null) return;
    const stop = followEvents(url, loadAgain, setConnected, isFirst.current ? knownSince : undefined);
    isFirst.current = false;
    return stop;
  }, [url, loadAgain, knownSince]);

  return isConnected;
}

/** The event stream of one order. */
export function orderEvents(requestCode: string): string {
  return `/api/orders/${requestCode}/events`;
}

/** The event stream of a customer's own orders. */
export const ownEvents = "/api/account/orders/events";

/** The event stream of the admin's queue. */
export const queueEvents = "/api/admin/orders/events";
