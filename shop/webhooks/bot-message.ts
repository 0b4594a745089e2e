import type { KeyIn, Texts } from "#messages/texts.ts";
import { oneLine } from "#shop/emails/email-body.ts";
import { priceText, rupeesText } from "#shop/money.ts";
import { type Happened, isAboutConversation, isAboutMoney, type MoneyHappened, type OrderFacts, type StockFacts } from "./delivery.ts";

type Words = Texts<"bot">;

const heads = {
  pending: "newOrder",
  approved: "approved",
  rejected: "rejected",
  cancelled: "cancelled",
} as const satisfies Record<OrderFacts["status"], KeyIn<"bot">>;

/**
 * Formats a message for the owner's chat as plain text, in the language of these texts. The link to
 * the order begins with `origin`, the shop's own address; without one there is no link. [S11.1]
 */
export function botMessage(happened: Happened, origin: string | null, texts: Words): string {
  if (happened.event === "test") return texts("test");
  if (happened.event === "stock.low") return lowStockMessage(happened.facts, origin, texts);

  if (happened.event === "import.recalled") {
    const { productName, importId } = happened.facts;
    return lines(texts("importRecalled", { product: oneLine(productName) }), origin && `${origin}/admin/batches/${importId}`);
  }
  if (isAboutMoney(happened)) return moneyMessage(happened, origin, texts);

  if (isAboutConversation(happened)) {
    const { requestCode: code } = happened.facts;
    return lines(texts(conversationHeads[happened.event], { code }), origin && `${origin}/admin/orders/${code}`);
  }
  const { requestCode, status, quantity, totalPaise, productName } = happened.facts;
  return lines(
    texts(heads[status], { code: requestCode }),
    `${quantity} × ${oneLine(productName)}, ${priceText(totalPaise)}`,
    origin && `${origin}/admin/orders/${requestCode}`,
  );
}

const conversationHeads = {
  "message.received": "messageReceived",
  "message.sent": "messageSent",
  "claim.opened": "claimOpened",
  "claim.decided": "claimDecided",
} as const satisfies Record<string, KeyIn<"bot">>;

const moneyHeads = {
  "payment.received": "paid",
  "payment.review": "paymentToReview",
  "refund.done": "refunded",
} as const satisfies Record<MoneyHappened["event"], KeyIn<"bot">>;

const sources: Record<string, KeyIn<"bot"> | undefined> = { upi: "upi", razorpay: "razorpay", stripe: "stripe" };

function moneyMessage({ event, facts }: MoneyHappened, origin: string | null, texts: Words): string {
  const { requestCode, source, paise, currency } = facts;
  const amount = currency === "INR" ? priceText(paise) : `${currency} ${rupeesText(paise)}`;
  const known = Object.hasOwn(sources, source) ? sources[source] : undefined;
  return lines(
    texts(moneyHeads[event], { code: requestCode ?? texts("noOrder") }),
    `${amount} (${known ? texts(known) : source})`,
    origin && `${origin}/admin/money`,
  );
}

function lowStockMessage({ productName, available }: StockFacts, origin: string | null, texts: Words): string {
  const product = oneLine(productName);
  const left = available === 0 ? texts("noneLeft", { product }) : texts("onlyLeft", { n: available, product });
  return lines(left, origin && `${origin}/admin/products`);
}

function lines(...all: (string | null)[]): string {
  return all.filter((line) => line !== null).join("\n");
}
