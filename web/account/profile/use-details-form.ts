import { useRef } from "react";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";

/**
 * A form of the account's details, sent without leaving the page. Focuses the refused field, and
 * resets the form on success.
 */
export function useDetailsForm(answered: TypedAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const answer = useAnswer(answered, () => form.current?.reset());
  const { refusal } = answer;
  const field = fieldOf(refusal);
  useFocusOnRefusal(field && refusal, () => form.current?.querySelector<HTMLElement>(`[name="${field}"]`));
  return { ...answer, form };
}
