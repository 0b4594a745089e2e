import { type FormEvent, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { Texts } from "#messages/texts.ts";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { reportSessionGone } from "#web/parts/session/session-gone.ts";
import { expectChange } from "#web/parts/site/failed-navigation.ts";
import { useLanguage, useTexts } from "#web/texts.tsx";
import { checkGiftCard } from "./check-order.ts";
import { placedHere } from "./placed-here.ts";
import { type OrderNo, type OrderOutcome, type Sending, sendOrder } from "./send-order.ts";

/**
 * Sends the order form in place, once at a time. On success the page shows the order's status; on a
 * refusal everything typed stays. An attempt without a response may have placed the order: if a
 * retry is refused because of it, that order is shown. `isSentAgain` is true while a picture is
 * resent after a network error; `stop` ends that. `waiting` is the sentence shown while the browser
 * solves a challenge. [S2.14] [S5.2] [S8.4] [S9.4]
 */
export function useOrderSending(product: ShownProduct, firstNo: OrderNo | null) {
  const texts = useTexts("orderForm");
  const language = useLanguage();
  const [no, setNo] = useState(firstNo);
  const [progress, setProgress] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const [isSentAgain, setSentAgain] = useState(false);
  const [waiting, setWaiting] = useState("");
  const underWay = useRef<AbortController | null>(null);
  const unanswered = useRef<FormData | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (underWay.current) return;
    const form = new FormData(event.currentTarget);
    const wrong = normalizeFields(form, texts);
    setNo(wrong);
    if (wrong) return;

    underWay.current = new AbortController();
    setSending(true);
    const outcome = await sendKnowing(form, unanswered, {
      onProgress: form.has("paymentProof") ? setProgress : () => {},
      onBreak: () => setSentAgain(true),
      onWait: () => setWaiting(texts("orderChecked")),
      signal: underWay.current.signal,
      texts,
      language,
    });
    if ("no" in outcome) {
      setNo(outcome.no);
      // Load the current price, stock and payment methods before the next attempt.
      if (outcome.no.code && changedMeanwhile.includes(outcome.no.code)) await revalidate();
    }
    underWay.current = null;
    setSending(false);
    setSentAgain(false);
    setWaiting("");
    setProgress(null);
    if ("requestCode" in outcome) {
      placedHere.write(outcome.requestCode);
      const order = `/product/${encodeURIComponent(product.id)}?order=${outcome.requestCode}`;
      expectChange(order);
      return void navigate(order, { state: { privateUrl: outcome.privateUrl } });
    }
    if (outcome.no.code === "logInAgain") reportSessionGone();
  };

  return { no, progress, isSending, isSentAgain, waiting, send, stop: () => underWay.current?.abort() };
}

/** Refusals which mean that the page is out of date. */
const changedMeanwhile = ["priceChanged", "invalidQuantity", "paymentMethodOff"];

/** Removes the fields of the other payment method, and checks those of the chosen one. */
function normalizeFields(form: FormData, texts: Texts<"orderForm">): OrderNo | null {
  if (form.get("paymentMethod") === "amazon") {
    const picture = form.get("paymentProof");
    return checkGiftCard(String(form.get("giftCardCode") ?? ""), picture instanceof File ? picture : null, texts);
  }
  form.delete("giftCardCode");
  form.delete("paymentProof");
  return null;
}

async function sendKnowing(form: FormData, unanswered: { current: FormData | null }, sending: Sending): Promise<OrderOutcome> {
  const key = String(form.get("idempotencyKey"));
  form.delete("idempotencyKey");
  const outcome = await sendOrder(form, key, sending);
  if ("requestCode" in outcome) return outcome;
  if (outcome.no.code === null) unanswered.current ??= form;
  if (outcome.no.code === "idempotencyKeyReused" && unanswered.current) return sendOrder(unanswered.current, key, sending);
  return outcome;
}
