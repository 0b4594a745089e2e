import { expect, test } from "vitest";
import { isStillAsked, mayBeAskedFor, noWait, type Wait, waitAfter } from "./question.ts";

const minute = (n: number) => new Date(n * 60_000);
const asked = (at: number, before: Wait = noWait) => waitAfter(before, { kind: "asked", number: 1, laterAt: null }, minute(at));

test("[S14.3] a proof is asked for of a pending gift card order, and a UTR while there is something to pay by UPI", () => {
  const order = { status: "pending", paymentMethod: "amazon", upi: null } as const;
  const upi = { payablePaise: 100, hasOwnAmount: true, payBy: null, utr: null };
  expect(mayBeAskedFor("proof", order)).toBe(true);
  expect(mayBeAskedFor("proof", { ...order, status: "approved" })).toBe(false);
  expect(mayBeAskedFor("proof", { ...order, paymentMethod: "upi" })).toBe(false);
  expect(mayBeAskedFor("utr", order)).toBe(false);
  expect(mayBeAskedFor("utr", { ...order, paymentMethod: "upi", upi })).toBe(true);
  expect(mayBeAskedFor("words", { ...order, status: "rejected" })).toBe(true);
  expect([isStillAsked("proof", "approved"), isStillAsked("words", "approved")]).toEqual([false, true]);
});

test("[S14.5] an order waits for its buyer from the question to the answer, and all of these waits are summed", () => {
  const waiting = asked(10);
  expect(waiting).toMatchObject({ waitsFor: "buyer", waitsSince: minute(10), question: 1 });
  const again = waitAfter(waiting, { kind: "asked", number: 3, laterAt: null }, minute(15));
  expect(again).toMatchObject({ waitsFor: "buyer", waitsSince: minute(15), question: 3, waitedMs: 5 * 60_000 });
  expect(waitAfter(again, { kind: "handled", laterAt: null }, minute(18)), "a message beside it changes nothing").toMatchObject({
    waitsFor: "buyer",
    waitsSince: minute(15),
    question: 3,
  });
  const answered = waitAfter(again, { kind: "wrote", answers: "words" }, minute(20));
  expect(answered).toEqual({ waitsFor: "shop", waitsSince: minute(20), question: null, answeredAt: minute(20), waitedMs: 10 * 60_000 });
  expect(waitAfter(answered, { kind: "handled", laterAt: null }, minute(30))).toEqual({ ...noWait, waitedMs: 10 * 60_000 });
});

test("[S14.3] [S14.7] a buyer's other message makes the shop wait and leaves the question open; a proof waits for its check", () => {
  const wrote = waitAfter(asked(0), { kind: "wrote", answers: null }, minute(4));
  expect(wrote).toMatchObject({ waitsFor: "shop", waitsSince: minute(4), question: 1, waitedMs: 4 * 60_000 });
  expect(waitAfter(wrote, { kind: "handled", laterAt: null }, minute(6))).toMatchObject({ waitsFor: "buyer", waitsSince: minute(6) });
  expect(waitAfter(asked(0), { kind: "wrote", answers: "proof" }, minute(4))).toMatchObject({
    waitsFor: null,
    question: null,
    answeredAt: minute(4),
  });
  expect(waitAfter(wrote, { kind: "wrote", answers: "utr" }, minute(5))).toMatchObject({
    waitsFor: "shop",
    waitsSince: minute(4),
    question: null,
  });
  expect(waitAfter(asked(0), { kind: "closed" }, minute(4))).toMatchObject({ waitsFor: null, waitsSince: null, question: null });
});
