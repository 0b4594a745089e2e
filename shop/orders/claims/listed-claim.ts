import type { PaymentSource } from "#shop/payments/payment.ts";
import type { StoredText } from "#shop/stored-text.ts";
import type { RefundOfPayment } from "../payment/listed-payment.ts";
import type { ClaimReason, ClaimState, claimOpeners } from "./claim.ts";

/** Which claims a list shows: those to decide, those whose swap waits for stock, or the decided ones. [S15.9] */
export const claimLists = ["open", "waiting", "decided"] as const;
export type ClaimList = (typeof claimLists)[number];

/** A claim with what a person needs to decide it. [S15.9] */
export type ListedClaim = {
  id: string;
  requestCode: string;
  number: number;
  /** The place of the ID in its order, from 1. */
  place: number;
  /** As the reader may see it; null once it was erased. */
  value: string | null;
  productName: string;
  nameLanguage: string | null;
  reason: ClaimReason;
  state: ClaimState;
  openedBy: (typeof claimOpeners)[number];
  openedAt: Date;
  wasOpenedAgain: boolean;
  decidedAt: Date | null;
  decidedByName: string | null;
  /** What the buyer wrote with it; null if nothing, or if it was erased. */
  text: string | null;
  /** The number of the message whose picture came with it. */
  pictureOf: number | null;
  deliveredAt: Date | null;
  claimUntil: Date | null;
  /** When the ID replaced another. */
  replacedAt: Date | null;
  /** The price of one ID. */
  pricePaise: number;
  /** What a refund of its share gives back, of money from where; null: nothing was paid, or nothing is left. [S15.6] */
  share: { paise: number; source: PaymentSource } | null;
  /** The refund of its share, if there is one; of an open claim one that failed. */
  refund: (Pick<RefundOfPayment, "paise" | "state"> & { problem: StoredText | null }) | null;
  /** What of the payments of its order went back or is on its way. */
  moneyBackPaise: number;
  /** How many free IDs of the product there are. */
  available: number;
  /** The import that it came with, and how many of its delivered IDs were swapped or refunded. */
  batch: { id: string; supplier: string | null; note: string; delivered: number; dead: number } | null;
  /** The buyer's approved orders, claims and refused claims, this one included; of a buyer who has more, of a part of them. */
  record: { orders: number; hasMore: boolean; claims: number; refused: number };
};
