import type { OrderStatus } from "../order.ts";

/**
 * Another order with the same gift card code (`code`) or UTR (`utr`), a proof of equal pixels
 * (`picture`), or a similar proof (`similar`).
 */
export type UsedBefore = {
  what: "code" | "utr" | "picture" | "similar";
  requestCode: string;
  status: OrderStatus;
  /** When that order came with it. */
  at: Date;
  /** Whether the same customer placed it. Guests cannot be told apart. */
  isSameCustomer: boolean;
  /** Distinguishes that order's proof from one sent later. */
  proofId: string | null;
};

/** The uses that need a warning: the same code or UTR, or a proof of equal pixels. */
export function warningsOf(usedBefore: readonly UsedBefore[]): UsedBefore[] {
  return usedBefore.filter(({ what }) => what !== "similar");
}

/** Similar proofs of orders for which there is no warning. They are shown less prominently. */
export function similarProofsOf(usedBefore: readonly UsedBefore[]): UsedBefore[] {
  const warned = new Set(usedBefore.flatMap(({ what, requestCode }) => (what === "picture" ? requestCode : [])));
  return usedBefore.filter(({ what, requestCode }) => what === "similar" && !warned.has(requestCode));
}
