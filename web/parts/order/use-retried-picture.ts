import { useEffect, useState } from "react";
import { STORAGE_RETRY_MS } from "#shop/constants.ts";
import { waitBeforeTry } from "./wait-before-try.ts";

type Loading = { tries: number; failedAt: number | null; isBroken: boolean };
const fresh: Loading = { tries: 0, failedAt: null, isBroken: false };

/**
 * A picture from the shop's own storage: one that does not load is asked for again, with growing patience, for up to two minutes. Show something in
 * its place while it `isBroken`. Its address has a query already. [S9.4]
 */
export function useRetriedPicture(src: string) {
  const [{ tries, failedAt, isBroken }, setLoading] = useState(fresh);
  const wait = isBroken && failedAt !== null ? waitBeforeTry(tries + 1, Date.now() - failedAt, STORAGE_RETRY_MS) : null;
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
