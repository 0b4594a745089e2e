import { expect, test } from "vitest";
import type { ShownLine, StatementInDepth } from "#shop/orders/payment/statements/find-statements.server.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { StatementLines } from "./statement-lines.tsx";

const line: ShownLine = {
  id: "1",
  day: "2026-11-26",
  paise: 49_899,
  utr: "632912345678",
  numbers: ["632912345678"],
  narration: "UPI-ASHA",
  order: { requestCode: "REQ-A", status: "pending", payablePaise: 49_899 },
  reason: null,
  waitsBecause: null,
  effect: "deliver",
};
const nothing = { certain: [], likely: [], conflict: [], other: [], used: [] };

function effectOn(status: "rejected" | "cancelled", effect: ShownLine["effect"]): string {
  const certain = [{ ...line, effect, order: { requestCode: "REQ-A", status, payablePaise: 49_899 } }];
  const next = { certain: null, likely: null, conflict: null, other: null, used: null };
  const statement = { id: "s", shown: { ...nothing, certain }, next } as unknown as StatementInDepth;
  return wordsOf(written(<StatementLines statement={statement} kind="certain" from={null} currency="₹" caption="Certain" />));
}

test("[S10.13] a line that will be refunded says why: its order was rejected, or ended too long before", () => {
  expect(effectOn("rejected", "refund")).toContain("To be refunded: the order was rejected");
  expect(effectOn("cancelled", "refund")).toContain("To be refunded: the order was cancelled too long before");
  expect(effectOn("cancelled", "reopen")).toContain("Reopens the order, if its IDs are in stock");
});
