import { useEffect, useRef } from "react";
import { fieldOf } from "#web/parts/refusal-alert.tsx";
import { useAnswer } from "#web/parts/use-answer.ts";
import type { AccountAnswer } from "./account-answer.ts";

/** A form of the account's details: sent without leaving the page; a field at fault gets the focus, a form that was granted is empty again. */
export function useDetailsForm(answered: AccountAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const answer = useAnswer(answered, () => form.current?.reset());
  const { refusal } = answer;
  useEffect(() => {
    const field = refusal && fieldOf(refusal);
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [refusal]);
  return { ...answer, form };
}
