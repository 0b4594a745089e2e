import { useEffect, useEffectEvent, useRef, useState } from "react";
import { UPLOAD_RETRY_MS } from "#shop/constants.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { delayBeforeRetry } from "#web/parts/forms/retry-delay.ts";
import type { Said } from "#web/say.ts";

type Answer = Said | NetworkFailure | undefined;

/**
 * Resends a form with a picture after a network error, or while the shop cannot store it, with a
 * growing delay, for up to ten minutes from the first failure. `stop` ends that. [S9.4]
 */
export function useSentAgain(answer: Answer, send: () => void): { isSentAgain: boolean; stop: () => void } {
  const failed = useRef({ attempts: 0, at: 0 });
  const [givenUpAt, setGivenUpAt] = useState<Answer>();
  const isSentAgain = isUnanswered(answer) && givenUpAt !== answer;
  const sendAgain = useEffectEvent(send);

  useEffect(() => {
    if (!isSentAgain) {
      failed.current = { attempts: 0, at: 0 };
      return;
    }
    const { attempts, at } = failed.current;
    failed.current = { attempts: attempts + 1, at: at || Date.now() };
    const wait = delayBeforeRetry(attempts + 1, Date.now() - failed.current.at, UPLOAD_RETRY_MS);
    if (wait === null) return setGivenUpAt(answer);
    const timer = setTimeout(() => sendAgain(), wait);
    return () => clearTimeout(timer);
  }, [answer, isSentAgain]);

  return { isSentAgain, stop: () => setGivenUpAt(answer) };
}

/** Whether a retry may succeed: after a network error, or if storing the picture failed. */
export function isUnanswered(answer: Answer): boolean {
  return answer?.ok === false && (answer.code === "failedToConnect" || ("status" in answer && answer.status === 503));
}
