import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { toast } from "#web/ui/toast.tsx";
import type { Answer } from "./request-answer.ts";

/**
 * Sends one of an admin's forms without leaving the page. Success is said at the foot of the screen and then `onDone` is called, once; a no stays
 * in `refusal` until the form is sent again. `answered` is what a page without script already knows.
 */
export function useAnswer(answered: Answer | undefined, onDone: () => void) {
  const fetcher = useFetcher<Answer>();
  const isBusy = fetcher.state !== "idle";
  const answer = fetcher.data ?? (isBusy ? undefined : answered);

  const done = useEffectEvent((sentence: string | null) => {
    if (sentence) toast(sentence);
    onDone();
  });
  const { data } = fetcher;
  useEffect(() => {
    if (data?.ok) done(data.sentence);
  }, [data]);

  return {
    Form: fetcher.Form,
    isBusy,
    refusal: answer && !answer.ok && fetcher.state !== "submitting" ? answer : null,
    typed: answered?.typed,
  };
}
