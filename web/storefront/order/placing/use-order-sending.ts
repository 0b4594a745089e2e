import { type FormEvent, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { ProductOnSale } from "#shop/catalogue/product.ts";
import { noticeSessionGone } from "#web/parts/session-gone.ts";
import { checkGiftCard } from "./check-order.ts";
import { notePlaced } from "./placed-here.ts";
import { type OrderNo, type OrderOutcome, type Sending, sendOrder } from "./send-order.ts";

/**
 * Sends the order form in place. While it is under way nothing else is sent; on success the same page goes on to the order's status; on a no
 * everything typed stays. A try that nobody answered may have arrived: when a later one is refused because of it, that order is what is shown.
 * While a picture is sent again by itself after the connection broke, `isSentAgain`; `stop` gives that up. `waiting` is what is said while the browser
 * solves a challenge and the order goes on. [S2.14] [S5.2] [S8.4] [S9.4]
 */
export function useOrderSending(product: ProductOnSale, firstNo: OrderNo | null) {
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
    const wrong = tidy(form);
    setNo(wrong);
    if (wrong) return;

    underWay.current = new AbortController();
    setSending(true);
    const outcome = await sendKnowing(form, unanswered, {
      onProgress: form.has("paymentProof") ? setProgress : () => {},
      onBreak: () => setSentAgain(true),
      onWait: setWaiting,
      signal: underWay.current.signal,
    });
    if ("no" in outcome) {
      setNo(outcome.no);
      // The next try is of what is so now.
      if (outcome.no.code && changedMeanwhile.includes(outcome.no.code)) await revalidate();
    }
    underWay.current = null;
    setSending(false);
    setSentAgain(false);
    setWaiting("");
    setProgress(null);
    if ("requestCode" in outcome) {
      notePlaced(outcome.requestCode);
      return void navigate(`/product/${encodeURIComponent(product.id)}?order=${outcome.requestCode}`);
    }
    if (outcome.no.code === "logInAgain") noticeSessionGone();
  };

  return { no, progress, isSending, isSentAgain, waiting, send, stop: () => underWay.current?.abort() };
}

/** What is said when the page shows what is no longer so. */
const changedMeanwhile = ["priceChanged", "invalidQuantity", "paymentMethodOff"];

/** Drops what belongs to the other payment method; says what is missing or wrong. */
function tidy(form: FormData): OrderNo | null {
  if (form.get("paymentMethod") === "amazon") {
    const picture = form.get("paymentProof");
    const refusal = checkGiftCard(String(form.get("giftCardCode") ?? ""), picture instanceof File ? picture : null);
    return refusal && { ...refusal, field: refusal.field ?? null };
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
