import { oneLine } from "#shop/emails/email-body.ts";
import { priceText, rupeesText } from "#shop/money.ts";
import { type Happened, isAboutMoney, type MoneyHappened, type OrderFacts } from "./delivery.ts";

const heads: Record<OrderFacts["status"], string> = {
  pending: "New order",
  approved: "Approved:",
  rejected: "Rejected:",
  cancelled: "Cancelled:",
};

/**
 * Formats a message for the owner's chat as plain text. The link to the order begins with `origin`,
 * the shop's own address; without one there is no link.
 */
export function botMessage(happened: Happened, origin: string | null): string {
  if (happened.event === "test") return "This is a test from your shop. New orders will be told here.";
  if (happened.event === "stock.low") return lowStockMessage(happened.facts, origin);

  if (isAboutMoney(happened)) return moneyMessage(happened, origin);

  const { requestCode, status, quantity, totalPaise, productName } = happened.facts;
  return lines(
    `${heads[status]} ${requestCode}`,
    `${quantity} × ${oneLine(productName)}, ${priceText(totalPaise)}`,
    origin && `${origin}/admin/orders/${requestCode}`,
  );
}

const moneyHeads: Record<MoneyHappened["event"], string> = {
  "payment.received": "Paid:",
  "payment.review": "A payment to look at:",
  "refund.done": "Refunded:",
};

function moneyMessage({ event, facts }: MoneyHappened, origin: string | null): string {
  const { requestCode, source, paise, currency } = facts;
  const amount = currency === "INR" ? priceText(paise) : `${currency} ${rupeesText(paise)}`;
  return lines(`${moneyHeads[event]} ${requestCode ?? "no order"}`, `${amount} (${source})`, origin && `${origin}/admin/money`);
}

function lowStockMessage({ productName, available }: Extract<Happened, { event: "stock.low" }>["facts"], origin: string | null): string {
  const left = available === 0 ? "None left" : `Only ${available} left`;
  return lines(`${left}: ${oneLine(productName)}`, origin && `${origin}/admin/dashboard?tab=products`);
}

function lines(...all: (string | null)[]): string {
  return all.filter((line) => line !== null).join("\n");
}
