import { z } from "zod";
import { FIRST_FORM } from "./method-answer.ts";

/** Which form of a method's page was sent. */
export const StepForm = z.object({ form: z.string().optional() });

/**
 * What a step changes: its own parts. Whatever else the page shows may have changed since it was
 * loaded. An unknown form is the first one, as in `answerOf`.
 */
export function changeOf<F extends { form?: string | undefined }>(form: F, parts: Readonly<Record<string, readonly string[]>>): Partial<F> {
  const own = parts[form.form ?? FIRST_FORM] ?? parts[FIRST_FORM] ?? [];
  return Object.fromEntries(Object.entries(form).filter(([part]) => own.includes(part))) as Partial<F>;
}
