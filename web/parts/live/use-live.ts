import { useEffect, useRef, useState } from "react";
import { followEvents } from "./follow-events.ts";
import { watchTyping } from "./typed-text.ts";
import { useLoadAgain } from "./use-load-again.ts";

/**
 * Loads the page again whenever its subject changed: events say "changed" and carry no data. Null follows nothing. `since` is when the page was made
 * that is there first. True while connected. [S4.7]
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

/** The events of one order. */
export function orderEvents(requestCode: string): string {
  return `/api/orders/${requestCode}/events`;
}

/** The events of all of a customer's own orders. */
export const ownEvents = "/api/account/orders/events";

/** The events of the admin's queue. */
export const queueEvents = "/api/admin/orders/events";
