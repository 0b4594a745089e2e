import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { isFailedLoad, recordPageBroken } from "../site/failed-navigation.ts";
import { retryDelay } from "./follow-events.ts";

/** Reloads a page that failed for a temporary reason, with a growing delay. [S4.7] */
export function useRecovery(error: unknown): void {
  const { revalidate } = useRevalidator();
  const failures = useRef(0);

  useEffect(recordPageBroken, []);
  useEffect(() => {
    if (!isPassing(error)) return;
    const again = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    failures.current += 1;
    const timer = setTimeout(again, retryDelay(failures.current));
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [error, revalidate]);
}

/** Whether a failure is temporary: network error, overload, or rate limit. */
function isPassing(error: unknown): boolean {
  return isRouteErrorResponse(error) ? [429, 502, 503, 504].includes(error.status) : isFailedLoad(error);
}
