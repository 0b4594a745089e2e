import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useRevalidator, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#web/root.tsx";
import { isSomethingTyped } from "../forms/unsaved-text.ts";
import { askForSession } from "../session/fetch-session.ts";
import { reportSessionGone, sessionGone } from "../session/session-gone.ts";

/**
 * Returns a function that reloads the page after a change elsewhere. If something was typed, it
 * first checks that the shop answers and the session still exists, because an error page or the
 * login would discard it. It also waits for a running navigation: revalidating would restart it,
 * and on a slow network frequent changes would keep the page from ever arriving. [S4.7] [S4.10]
 * [S8.4]
 */
export function useLoadAgain(): () => Promise<void> {
  const { revalidate, state } = useRevalidator();
  const isLoading = useNavigation().state !== "idle" || state !== "idle";
  const isSignedIn = Boolean(useRouteLoaderData<typeof rootLoader>("root")?.signedIn);
  const isBusy = useRef(isLoading);
  const isDue = useRef(false);

  const loadAgain = useCallback(async () => {
    if (sessionGone.read() > 0 || (isSomethingTyped() && !(await isStillThere(isSignedIn)))) return;
    if (isBusy.current) isDue.current = true;
    else void revalidate();
  }, [revalidate, isSignedIn]);

  useEffect(() => {
    isBusy.current = isLoading;
    if (isLoading || !isDue.current) return;
    isDue.current = false;
    void loadAgain();
  }, [isLoading, loadAgain]);

  return loadAgain;
}

/** Whether reloading is safe. If the shop does not answer, the next connection reloads. */
async function isStillThere(isSignedIn: boolean): Promise<boolean> {
  try {
    if ((await askForSession()) === null && isSignedIn) reportSessionGone();
    return sessionGone.read() === 0;
  } catch {
    return false;
  }
}
