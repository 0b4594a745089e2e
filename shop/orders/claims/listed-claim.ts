import type { ClaimReason, ClaimState } from "./claim.ts";

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
  openedBy: "buyer" | "person";
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
  /** The price of one ID, which a refund of its share gives back. */
  pricePaise: number;
  /** What of the payments of its order went back or is on its way. */
  moneyBackPaise: number;
  /** How many free IDs of the product there are. */
  available: number;
  /** The import that it came with, and how many of its delivered IDs were swapped or refunded. */
  batch: { id: string; supplier: string | null; note: string; delivered: number; dead: number } | null;
  /** The buyer's approved orders, claims and refused claims, this one included. */
  record: { orders: number; claims: number; refused: number };
};
