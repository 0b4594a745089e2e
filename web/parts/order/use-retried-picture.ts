import { useEffect, useState } from "react";
import { STORAGE_RETRY_MS } from "#shop/constants.ts";
import { delayBeforeRetry } from "../forms/retry-delay.ts";

type Loading = { attempts: number; failedAt: number | null; isBroken: boolean };
const fresh: Loading = { attempts: 0, failedAt: null, isBroken: false };

/**
 * Retries a picture from the shop's storage that does not load, with a growing delay, for up to two
 * minutes. Show a placeholder while it `isBroken`. `src` must already have a query string. [S9.4]
 */
export function useRetriedPicture(src: string) {
  const [{ attempts, failedAt, isBroken }, setLoading] = useState(fresh);
  const wait = isBroken && failedAt !== null ? delayBeforeRetry(attempts + 1, Date.now() - failedAt, STORAGE_RETRY_MS) : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => setLoading((now) => ({ ...now, attempts: now.attempts + 1, isBroken: false })), wait);
    return () => clearTimeout(timer);
  }, [wait]);

  return {
    src: attempts === 0 ? src : `${src}&try=${attempts}`,
    isBroken,
    onError: () => setLoading((now) => ({ ...now, failedAt: now.failedAt ?? Date.now(), isBroken: true })),
    onLoad: () => setLoading((now) => ({ ...now, failedAt: null })),
  };
}
