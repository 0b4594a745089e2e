import { oneLine } from "#shop/letters/letter-body.ts";
import { priceText } from "#shop/money.ts";
import type { Happened, OrderFacts } from "./notice.ts";

const heads: Record<OrderFacts["status"], string> = {
  pending: "New order",
  approved: "Approved:",
  rejected: "Rejected:",
  cancelled: "Cancelled:",
};

/** What the owner's messaging app shows: plain lines. `origin` is the shop's own address, with which the link to the order begins; without one there is no link. */
export function botMessage(happened: Happened, origin: string | null): string {
  if (happened.event === "test") return "This is a test from your shop. New orders will be told here.";
  if (happened.event === "stock.low") return lowStockMessage(happened.facts, origin);

  const { requestCode, status, quantity, totalPaise, productName } = happened.facts;
  return lines(
    `${heads[status]} ${requestCode}`,
    `${quantity} × ${oneLine(productName)}, ${priceText(totalPaise)}`,
    origin && `${origin}/admin/orders/${requestCode}`,
  );
}

function lowStockMessage({ productName, available }: Extract<Happened, { event: "stock.low" }>["facts"], origin: string | null): string {
  const left = available === 0 ? "None left" : `Only ${available} left`;
  return lines(`${left}: ${oneLine(productName)}`, origin && `${origin}/admin/dashboard?tab=products`);
}

function lines(...all: (string | null)[]): string {
  return all.filter((line) => line !== null).join("\n");
}
