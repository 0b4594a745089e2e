import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";

/** The answer to a form of a method's page; `isOfTest` if it is the connection's test. */
export type MethodAnswer = TypedAnswer & { isOfTest?: boolean };

/** The first form of a method's page, which shows the answer to a form without a name. */
export const FIRST_FORM = "account";

/** What a form without script was answered, if it was this one. */
export function answerOf(answered: MethodAnswer | undefined, form: string): MethodAnswer | undefined {
  return answered && !answered.ok && !answered.isOfTest && (answered.typed?.form ?? FIRST_FORM) === form ? answered : undefined;
}
