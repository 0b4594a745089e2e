import { useEffect, useEffectEvent, useRef, useState } from "react";
import { UPLOAD_RETRY_MS } from "#shop/constants.ts";
import type { Unreached } from "#web/parts/or-unreached.ts";
import { waitBeforeTry } from "#web/parts/wait-before-try.ts";
import type { Said } from "#web/say.ts";

type Answer = Said | Unreached | undefined;

/**
 * Sends a form with a picture again by itself while nobody answers it, or the shop cannot store it just now, with growing patience, for up to ten minutes from its first failure; `stop`
 * gives that up. [S9.4]
 */
export function useSentAgain(answer: Answer, send: () => void): { isSentAgain: boolean; stop: () => void } {
  const failed = useRef({ tries: 0, at: 0 });
  const [givenUpAt, setGivenUpAt] = useState<Answer>();
  const isSentAgain = isUnanswered(answer) && givenUpAt !== answer;
  const sendAgain = useEffectEvent(send);

  useEffect(() => {
    if (!isSentAgain) {
      failed.current = { tries: 0, at: 0 };
      return;
    }
    const { tries, at } = failed.current;
    failed.current = { tries: tries + 1, at: at || Date.now() };
    const wait = waitBeforeTry(tries + 1, Date.now() - failed.current.at, UPLOAD_RETRY_MS);
    if (wait === null) return setGivenUpAt(answer);
    const timer = setTimeout(() => sendAgain(), wait);
    return () => clearTimeout(timer);
  }, [answer, isSentAgain]);

  return { isSentAgain, stop: () => setGivenUpAt(answer) };
}

/** Whether nobody answered, or the shop could not take a picture just now: it may go through the next time. */
export function isUnanswered(answer: Answer): boolean {
  return answer?.ok === false && (answer.code === "failedToConnect" || ("status" in answer && answer.status === 503));
}
