import { useEffect, useRef } from "react";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import type { AccountAnswer } from "./account-answer.ts";

/**
 * A form of the account's details, sent without leaving the page. Focuses the refused field, and
 * resets the form on success.
 */
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
