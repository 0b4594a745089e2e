import { useEffect, useEffectEvent } from "react";
import { useFetcher, useRevalidator } from "react-router";
import type { Said } from "#web/say.ts";
import type { Unreached } from "./or-unreached.ts";

/** What comes back of a form that was sent by `useAnswer`. */
export type Answer = Said | Unreached;

/**
 * Sends a form without leaving the page. Success is said by the action's `sayOrUnreached`, and `onDone` is called, once; a no stays in `refusal`
 * until the form is sent again, and where it says that things have changed meanwhile, they are loaded. `answered` is what a page without script already knows. [S8.2]
 */
export function useAnswer(answered: Answer | undefined, onDone: () => void) {
  const { Form, state, data } = useFetcher<Answer>();
  const answer: Answer | undefined = data ?? answered;

  const { revalidate } = useRevalidator();
  const take = useEffectEvent((answer: Answer) => {
    if (answer.ok) onDone();
    else if (answer.kind === "conflict") void revalidate();
  });
  useEffect(() => {
    if (data) take(data);
  }, [data]);

  return { Form, isBusy: state !== "idle", answer, refusal: answer && !answer.ok && state !== "submitting" ? answer : null };
}
