import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { SESSION_CHECK_MS } from "#shop/accounts/constants.ts";
import { renewalBackoff, renewalDelay } from "#shop/accounts/sessions/renewal.ts";
import { isSomethingTyped, watchTyping } from "../forms/unsaved-text.ts";
import { askForSession } from "./fetch-session.ts";
import { reportSessionBack, reportSessionGone, sessionGone } from "./session-gone.ts";

/**
 * Renews the session while the page is open. Once the session expired or the account was suspended,
 * reloads the page as a guest's, or asks to log in again in another tab if something was typed.
 * Mount only when somebody is signed in. [S4.10] [S9.4]
 */
export function useSessionRenewal(): void {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const renew = async () => {
      clearTimeout(timer);
      try {
        const endsAt = await askForSession(leaving.signal);
        if (leaving.signal.aborted) return;
        failures = 0;
        if (endsAt === null) return end();
        if (sessionGone.read() > 0) goOn();
        timer = setTimeout(renew, renewalDelay(endsAt, new Date()));
      } catch {
        if (leaving.signal.aborted) return;
        failures += 1;
        timer = setTimeout(renew, renewalBackoff(failures));
      }
    };
    const end = () => {
      if (!isSomethingTyped()) return void revalidate();
      if (sessionGone.read() === 0) reportSessionGone();
      timer = setTimeout(renew, SESSION_CHECK_MS);
    };
    const goOn = () => {
      reportSessionBack();
      void revalidate();
    };
    const renewWhenSeen = () => {
      if (document.visibilityState === "visible") renew();
    };

    timer = setTimeout(renew, SESSION_CHECK_MS);
    document.addEventListener("visibilitychange", renewWhenSeen);
    const stopWatching = watchTyping();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renewWhenSeen);
      stopWatching();
      reportSessionBack();
    };
  }, [revalidate]);
}
