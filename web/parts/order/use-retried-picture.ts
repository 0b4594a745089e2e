import { useEffect, useState } from "react";
import { STORAGE_RETRY_MS } from "#shop/constants.ts";
import { delayBeforeRetry } from "../forms/retry-delay.ts";

type Loading = { tries: number; failedAt: number | null; isBroken: boolean };
const fresh: Loading = { tries: 0, failedAt: null, isBroken: false };

/**
 * Retries a picture from the shop's storage that does not load, with a growing delay, for up to two
 * minutes. Show a placeholder while it `isBroken`. `src` must already have a query string. [S9.4]
 */
export function useRetriedPicture(src: string) {
  const [{ tries, failedAt, isBroken }, setLoading] = useState(fresh);
  const wait = isBroken && failedAt !== null ? delayBeforeRetry(tries + 1, Date.now() - failedAt, STORAGE_RETRY_MS) : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => setLoading((now) => ({ ...now, tries: now.tries + 1, isBroken: false })), wait);
    return () => clearTimeout(timer);
  }, [wait]);

  return {
    src: tries === 0 ? src : `${src}&try=${tries}`,
    isBroken,
    onError: () => setLoading((now) => ({ ...now, failedAt: now.failedAt ?? Date.now(), isBroken: true })),
    onLoad: () => setLoading((now) => ({ ...now, failedAt: null })),
  };
}
