import { data } from "react-router";
import type { ProviderName } from "#shop/payments/payment.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import type { say } from "#web/say.ts";

/** The answer to a form on this page; `method` says which method's form it was. */
export type MethodAnswer = Answer & { method?: ProviderName };

/** Adds the method to an answer, for the page without JavaScript. */
export function aboutMethod(said: ReturnType<typeof say>, method: ProviderName) {
  return data<MethodAnswer>({ ...said.data, method }, said.init ?? undefined);
}
