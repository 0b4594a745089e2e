import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { SETTINGS_CHECK_MS } from "#shop/settings/constants.ts";

/**
 * Reloads the page when the owner changed the settings. Polls when the page becomes visible and at
 * intervals while it is; pages with a live connection notice at once. [S1.8]
 */
export function useFreshSettings(changedAt: Date | undefined): void {
  const { revalidate } = useRevalidator();
  const known = changedAt?.getTime();

  useEffect(() => {
    if (known === undefined) return;
    const leaving = new AbortController();
    const check = async () => {
      if (document.visibilityState !== "visible") return;
      const current = await askWhenChanged(leaving.signal).catch(() => known);
      if (current !== known && !leaving.signal.aborted) void revalidate();
    };
    const timer = setInterval(check, SETTINGS_CHECK_MS);
    document.addEventListener("visibilitychange", check);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [known, revalidate]);
}

/** When the settings were last changed, in ms since 1970. Throws if the shop does not answer. */
async function askWhenChanged(leaving: AbortSignal): Promise<number> {
  const response = await fetch("/api/settings", { signal: leaving, cache: "no-store" });
  if (!response.ok) throw new Error(`the settings were answered ${response.status}`);
  const { changedAt }: { changedAt: string } = await response.json();
  return Date.parse(changedAt);
}
