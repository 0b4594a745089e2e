import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { isFailedLoad, recordPageBroken, reloadIncomplete } from "../site/failed-navigation.ts";
import { isOutdated } from "../site/newer-build.ts";
import { retryDelay } from "./follow-events.ts";

/**
 * Reloads a page that failed for a temporary reason, with a growing delay, and one that failed
 * because the shop has another build than the page. [S4.7]
 */
export function useRecovery(error: unknown): void {
  const { revalidate } = useRevalidator();
  const failures = useRef(0);

  const isOld = isOutdated.use();

  useEffect(recordPageBroken, []);
  useEffect(() => {
    if (isOld) reloadIncomplete();
  }, [isOld]);
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
