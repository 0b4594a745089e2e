import { useEffect, useEffectEvent } from "react";
import { type FetcherWithComponents, useFetcher, useRevalidator } from "react-router";
import type { Said } from "#web/say.ts";
import type { NetworkFailure } from "./network-error.ts";

/**
 * What was undone before it was sent, or sent while the page was left: no answer, and no refusal.
 * [S12.5]
 */
export type Undone = { ok: false; kind: "undone" | "sent"; code: "undone"; sentence: ""; isSaid: true };

/** The answer to a form that was sent with `useAnswer`. */
export type Answer = Said | NetworkFailure | Undone;

/**
 * Whether a form is being sent, or the page loaded again after its answer. What was undone changed
 * nothing: it can be sent again at once.
 */
export function isBusy({ state, data }: Pick<FetcherWithComponents<Answer>, "state" | "data">): boolean {
  return state === "submitting" || (state === "loading" && !(data?.ok === false && data.code === "undone"));
}

/**
 * Sends a form without leaving the page. On success `onDone` is called once, and
 * `sayOrNetworkError` shows the toast. A refusal stays in `refusal` until the form is sent again;
 * if it says that the data changed, the page is reloaded. `answered` is the answer to a form that
 * was sent without JavaScript. [S8.2]
 */
export function useAnswer(answered: Answer | undefined, onDone: () => void) {
  const fetcher = useFetcher<Answer>();
  const { Form, state, data } = fetcher;
  const answer: Answer | undefined = data ?? answered;

  const { revalidate } = useRevalidator();
  const take = useEffectEvent((answer: Answer) => {
    if (answer.ok || answer.kind === "sent") onDone();
    else if (answer.kind === "conflict") void revalidate();
  });
  useEffect(() => {
    if (data) take(data);
  }, [data]);

  const isRefused = answer?.ok === false && answer.code !== "undone" && state !== "submitting";
  return { Form, isBusy: isBusy(fetcher), answer, refusal: isRefused ? answer : null };
}
