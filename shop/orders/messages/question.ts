import type { AskedKind } from "#shop/settings/question-presets.ts";
import type { Order, OrderStatus } from "../order.ts";
import type { UpiPart } from "../payment/upi/upi-part.ts";
import type { MessageSide } from "./conversation.ts";

/** The open question of an order as its buyer reads it; without a text it says what it asks for. [S14.3] */
export type Question = { number: number; asks: AskedKind; text: string | null; at: Date };

/**
 * Whether an order's buyer can be asked for this: for a new code and proof while a gift card is
 * checked, for a UTR while there is something to pay by UPI. [S14.3]
 */
export function mayBeAskedFor(
  asks: AskedKind,
  { status, paymentMethod, upi }: Pick<Order, "status" | "paymentMethod"> & { upi: UpiPart | null },
): boolean {
  if (asks === "proof") return status === "pending" && paymentMethod === "amazon";
  return asks !== "utr" || upi !== null;
}

/** Whether a question is still open: once its order is handled, no proof and no UTR is needed. [S14.6] */
export function isStillAsked(asks: AskedKind, status: OrderStatus): boolean {
  return status === "pending" || asks === "words" || asks === "picture";
}

/** For whom an order waits and since when, its open question, and for how long it waited for its buyer before. */
export type Wait = {
  waitsFor: MessageSide | null;
  waitsSince: Date | null;
  question: number | null;
  answeredAt: Date | null;
  waitedMs: number;
};

export const noWait: Wait = { waitsFor: null, waitsSince: null, question: null, answeredAt: null, waitedMs: 0 };

/** What happens in a conversation. */
export type WaitEvent =
  /** The shop asks; `laterAt` is when the buyer wrote what the asking person has not seen. */
  | { kind: "asked"; number: number; laterAt: Date | null }
  /** The shop writes, or says that no answer is needed. */
  | { kind: "handled"; laterAt: Date | null }
  /** The buyer writes; `answers` is what the answer brings to the open question. */
  | { kind: "wrote"; answers: AskedKind | null }
  /** The question needs no answer any more, as when its proof was checked. */
  | { kind: "closed" };

/**
 * The wait after an event. An order waits for the shop since the first message that nobody answered,
 * else for its buyer while a question is open. A proof and a UTR are answered by their check, so the
 * order does not wait for a message then. [S14.3] [S14.5] [S14.7]
 */
export function waitAfter(before: Wait, event: WaitEvent, at: Date): Wait {
  const next = waitingAfter(before, event, at);
  const isSame = before.waitsFor === "buyer" && next.waitsFor === "buyer" && event.kind !== "asked";
  if (before.waitsFor !== "buyer" || before.waitsSince === null) return next;
  if (isSame) return { ...next, waitsSince: before.waitsSince };
  return { ...next, waitedMs: before.waitedMs + Math.max(0, at.getTime() - before.waitsSince.getTime()) };
}

function waitingAfter(before: Wait, event: WaitEvent, at: Date): Wait {
  const { question, answeredAt, waitedMs } = before;
  switch (event.kind) {
    case "asked":
      return { question: event.number, answeredAt: null, waitedMs, ...waiting(event.laterAt, event.number, at) };
    case "handled":
      return { question, answeredAt: null, waitedMs, ...waiting(event.laterAt, question, at) };
    case "closed":
      return { question: null, answeredAt: null, waitedMs, ...waiting(shopSince(before), null, at) };
    case "wrote":
      if (event.answers === null) return { question, answeredAt, waitedMs, ...waiting(shopSince(before) ?? at, question, at) };
      return {
        question: null,
        answeredAt: at,
        waitedMs,
        ...waiting(shopSince(before) ?? (event.answers === "words" || event.answers === "picture" ? at : null), null, at),
      };
  }
}

function shopSince({ waitsFor, waitsSince }: Wait): Date | null {
  return waitsFor === "shop" ? waitsSince : null;
}

function waiting(shopSince: Date | null, question: number | null, at: Date): Pick<Wait, "waitsFor" | "waitsSince"> {
  if (shopSince !== null) return { waitsFor: "shop", waitsSince: shopSince };
  return question === null ? { waitsFor: null, waitsSince: null } : { waitsFor: "buyer", waitsSince: at };
}
