import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { renewalBackoff, renewalDelay } from "#shop/accounts/renewal.ts";
import { SESSION_CHECK_MS } from "#shop/constants.ts";
import { askForSession } from "./ask-for-session.ts";
import { noticeSessionBack, noticeSessionGone, sessionGone } from "./session-gone.ts";
import { isSomethingTyped, watchTyping } from "./typed-text.ts";

/**
 * Keeps a signed-in page's session going while it is open, and loads the page again as a guest's once the session is over, because its time
 * was up or its account was disabled. A page on which something was typed stays, and asks to log in again elsewhere. Mount it only when somebody is
 * signed in. [S4.10] [S9.4]
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
        if (sessionGone() > 0) goOn();
        timer = setTimeout(renew, renewalDelay(endsAt, new Date()));
      } catch {
        if (leaving.signal.aborted) return;
        failures += 1;
        timer = setTimeout(renew, renewalBackoff(failures));
      }
    };
    const end = () => {
      if (!isSomethingTyped()) return void revalidate();
      if (sessionGone() === 0) noticeSessionGone();
      timer = setTimeout(renew, SESSION_CHECK_MS);
    };
    const goOn = () => {
      noticeSessionBack();
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
      noticeSessionBack();
    };
  }, [revalidate]);
}
