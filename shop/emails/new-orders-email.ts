import type { Texts } from "#messages/texts.ts";
import { priceText } from "#shop/money.ts";
import { type Email, type EmailLook, writeEmail } from "./email-body.ts";
import { namesOfMethods, type OrderFacts } from "./email-texts.ts";

/**
 * To the owner: several new orders wait. `listed` are the first of them, each a line with what an
 * email about it alone would say; the rest is counted.
 */
export function newOrdersEmail({
  texts,
  shopName,
  look,
  count,
  listed,
  link,
}: {
  texts: Texts<"emails">;
  shopName: string;
  look: EmailLook;
  count: number;
  listed: readonly OrderFacts[];
  link: string;
}): Email {
  const lines = listed.map((order) => {
    const { productName: product, quantity, totalPaise, paymentMethod } = order;
    const payment = texts(totalPaise === 0 ? "paidNothing" : namesOfMethods[paymentMethod]);
    return [order.requestCode, texts("newOrderOf", { quantity, product, total: priceText(totalPaise), payment })] as const;
  });
  const more = count - listed.length;
  return writeEmail({
    subject: texts("newOrdersSubject", { n: count }),
    parts: [
      { says: texts("newOrdersSay", { n: count }) },
      { facts: lines },
      ...(more > 0 ? [{ says: texts("newOrdersMore", { n: more }) }] : []),
      { link, label: texts("openQueue") },
    ],
    shopName,
    look,
    locale: texts("locale"),
  });
}
