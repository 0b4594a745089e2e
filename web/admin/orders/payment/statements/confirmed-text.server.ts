import type { ConfirmedStatement } from "#shop/orders/payment/statements/confirm-statement.server.ts";
import { textOf } from "#shop/refusal.ts";

/** What is said of a confirmation: how many lines were settled, and how many are left. [S10.13] */
export function confirmedText({ settled, changed, left }: ConfirmedStatement) {
  return left > 0 ? textOf("statementConfirmedInPart", { settled, left }) : textOf("statementConfirmed", { settled, changed });
}
