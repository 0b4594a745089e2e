import type { ProviderName } from "#shop/payments/payment.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";

/** The answer to a form on this page; `method` says which method's form it was. */
export type MethodAnswer = TypedAnswer & { method?: ProviderName };
