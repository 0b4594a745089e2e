import type { OrderStatus } from "./order.ts";

/** An earlier order that came with the same gift card code, with a picture of equal pixels, or with one that looks the same. */
export type UsedBefore = {
  what: "code" | "picture" | "likeness";
  requestCode: string;
  status: OrderStatus;
  /** When it came with that order. */
  at: Date;
  /** Whether that order is of the same customer; guests cannot be told apart. */
  isSameCustomer: boolean;
  /** Tells that order's picture from one it sends later. */
  proofId: string | null;
};

/** What is worth a warning: the same code, or a picture with equal pixels. */
export function warningsOf(usedBefore: readonly UsedBefore[]): UsedBefore[] {
  return usedBefore.filter(({ what }) => what !== "likeness");
}

/** Pictures that only look the same, and of no order that there is a warning of: said quietly. */
export function likenessesOf(usedBefore: readonly UsedBefore[]): UsedBefore[] {
  const warned = new Set(usedBefore.flatMap(({ what, requestCode }) => (what === "picture" ? requestCode : [])));
  return usedBefore.filter(({ what, requestCode }) => what === "likeness" && !warned.has(requestCode));
}
