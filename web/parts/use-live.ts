import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { followEvents } from "./follow-events.ts";
import { sessionGone } from "./session-gone.ts";

/** Loads the page again whenever its subject changed: events say "changed" and carry no data. Null follows nothing. True while connected. [S4.7] */
export function useLive(url: string | null): boolean {
  const { revalidate } = useRevalidator();
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    if (url === null) return;
    const load = () => {
      if (sessionGone() === 0) void revalidate();
    };
    return followEvents(url, load, setConnected);
  }, [url, revalidate]);

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
