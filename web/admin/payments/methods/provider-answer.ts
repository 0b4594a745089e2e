import { data } from "react-router";
import type { ProviderName } from "#shop/payments/payment.ts";
import type { TypedAnswer, TypedFields } from "#web/parts/forms/typed-fields.ts";
import type { say } from "#web/say.ts";

/** The answer to a form on this page; `method` says which method's form it was. */
export type MethodAnswer = TypedAnswer & { method?: ProviderName };

/**
 * Adds the method to an answer, and what was typed to a refusal, for the page without JavaScript.
 */
export function aboutMethod(said: ReturnType<typeof say>, method: ProviderName, typed?: TypedFields) {
  return data<MethodAnswer>({ ...said.data, method, ...(!said.data.ok && typed && { typed }) }, said.init ?? undefined);
}
