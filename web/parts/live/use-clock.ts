import { useEffect, useState } from "react";

/**
 * The server's time at which the page was loaded, advanced every minute, so that ages and words
 * such as *today* stay right in a page that is left open.
 */
export function useClock(loaded: number): Date {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const loadedAt = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - loadedAt), 60_000);
    return () => clearInterval(timer);
  }, [loaded]);
  return new Date(loaded + passed);
}
