import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { followEvents } from "./follow-events.ts";

/** Loads the page again whenever its subject changed: events say "changed" and carry no data. Null follows nothing. True while connected. [S4.7] */
export function useLive(url: string | null): boolean {
  const { revalidate } = useRevalidator();
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    if (url === null) return;
    return followEvents(url, () => void revalidate(), setConnected);
  }, [url, revalidate]);

  return isConnected;
}

/** The events of one order. */
export function orderEvents(requestCode: string): string {
  return `/api/orders/${requestCode}/events`;
}

/** The events of the admin's queue. */
export const queueEvents = "/api/admin/orders/events";
