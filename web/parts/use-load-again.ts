import { useCallback } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#web/root.tsx";
import { askForSession } from "./ask-for-session.ts";
import { noticeSessionGone, sessionGone } from "./session-gone.ts";
import { isSomethingTyped } from "./typed-text.ts";

/**
 * Loads the page again because something changed elsewhere. Where something was typed, the shop is asked first whether it answers and still knows who
 * is signed in: an answer that fails, or leads to the login, would take along what was typed. [S4.7] [S4.10] [S8.4]
 */
export function useLoadAgain(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const isSignedIn = Boolean(useRouteLoaderData<typeof rootLoader>("root")?.signedIn);

  return useCallback(async () => {
    if (sessionGone() === 0 && (!isSomethingTyped() || (await isStillThere(isSignedIn)))) void revalidate();
  }, [revalidate, isSignedIn]);
}

/** When the shop does not answer, the events come anew with the next connection, and the page is loaded then. */
async function isStillThere(isSignedIn: boolean): Promise<boolean> {
  try {
    if ((await askForSession()) === null && isSignedIn) noticeSessionGone();
    return sessionGone() === 0;
  } catch {
    return false;
  }
}
