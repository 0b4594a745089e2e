import { expect, test } from "vitest";
import type { StatementInDepth } from "#shop/orders/payment/statements/find-statements.server.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { StatementConfirmation } from "./statement-confirmation-form.tsx";

function wordsFor(isConfirmed: boolean): string {
  const counts = { certain: 0, likely: 0, conflict: 0, other: 0, used: 0 };
  const statement = { id: "s", kind: "file", isConfirmed, counts } as unknown as StatementInDepth;
  return wordsOf(written(<StatementConfirmation statement={statement} from={null} currency="₹" />));
}

test("[S16.8] a file in which everything is known is confirmed too, which checks the bank alerts", () => {
  expect(wordsFor(false)).toContain("Confirm statement");
  expect(wordsFor(true)).not.toContain("Confirm statement");
});
