import type { KeyIn, Texts } from "#messages/texts.ts";
import { priceText, rupeesText } from "#shop/money.ts";
import type { PushTopic } from "./push-news.ts";

/**
 * What is known of the news: an amount, and how many orders wait. Never an ID, a code or a buyer.
 */
type News = { topic: PushTopic; paise: number; currency: string; waiting: number };

/**
 * What a notification says, in the language of these texts. A lock screen shows it to whoever
 * passes, so it names nobody and nothing but an amount. [S12.10]
 */
export function pushText({ topic, paise, currency, waiting }: News, texts: Texts<"push">): string {
  if (topic === "test") return texts("test");
  if (topic === "message") return texts("newMessage");
  if (topic === "claim") return texts("newClaim");
  const price = currency === "INR" ? priceText(paise) : `${currency} ${rupeesText(paise)}`;
  if (topic === "order" && waiting > 1) return texts("newOrderOfMany", { price, count: waiting });
  return texts(sentences[topic], { price });
}

const sentences = { order: "newOrder", payment: "paymentToReview", proof: "proofToCheck" } as const satisfies Record<
  Exclude<PushTopic, "message" | "claim" | "test">,
  KeyIn<"push">
>;
