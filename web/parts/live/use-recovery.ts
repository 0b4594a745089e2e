import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { retryDelay } from "./follow-events.ts";

/** Loads a page that failed again by itself, with growing patience, when the failure is one that passes: then what failed is shown after all. [S4.7] */
export function useRecovery(error: unknown): void {
  const { revalidate } = useRevalidator();
  const failures = useRef(0);

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

/** Whether a failure may be over in a moment: the shop could not be reached, or could not answer now, or only not so often. */
function isPassing(error: unknown): boolean {
  return isRouteErrorResponse(error)
    ? error.status === 503 || error.status === 429 || error.status === 502 || error.status === 504
    : error instanceof TypeError;
}
