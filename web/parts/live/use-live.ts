import { useEffect, useRef, useState } from "react";
import { LIVE_RELOAD_PAUSE_MS } from "#shop/constants.ts";
import { watchTyping } from "../forms/unsaved-text.ts";
import { atMostEvery } from "./at-most-every.ts";
import { followEvents } from "./follow-events.ts";
import { useLoadAgain } from "./use-reload.ts";

/**
 * Reloads the page when a "changed" event comes from `url`, at most once a second; null follows
 * nothing. `since` is when the loaded page was made. Returns whether it is connected. [S4.7]
 */
export function useLive(url: string | null, since?: Date): boolean {
  const loadAgain = useLoadAgain();
  const [isConnected, setConnected] = useState(true);
  const [knownSince] = useState(since?.getTime());
  const isFirst = useRef(true);

  useEffect(watchTyping, []);
  useEffect(() => {
    if (url === null) return;
    const reload = atMostEvery(LIVE_RELOAD_PAUSE_MS, () => void loadAgain());
    const stop = followEvents(url, reload.call, setConnected, isFirst.current ? knownSince : undefined);
    isFirst.current = false;
    return () => {
      stop();
      reload.cancel();
    };
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
