import type { OrderStatus, Placed } from "./order.ts";
import type { UsedBefore } from "./used-before.ts";

/** What somebody who has only the request code may know. [S2.15] */
export type PublicOrder = Placed & {
  status: OrderStatus;
  processedAt: Date | null;
  cancelledAt: Date | null;
  giftCardLast4: string | null;
  /** Whether a code was given, also where its end is not shown. */
  hasGiftCardCode: boolean;
  hasProof: boolean;
  /** null until an admin looked at it. [S4.9] */
  paymentVerified: boolean | null;
};

/** When what an order came with, and what it was given, was erased; null: it was not. */
export type Erased = { idsAt: Date | null; codeAt: Date | null; proofAt: Date | null };

/** Of an order that still has everything. */
export const nothingErased: Erased = { idsAt: null, codeAt: null, proofAt: null };

/** What the customer who placed it, a holder of its private link and an admin may know besides. [S2.15] */
export type DeliveredPart = {
  deliveredIds: string[];
  downloadLink: string | null;
  /** Why it was rejected, or cancelled by itself. */
  reason: string | null;
  /** Beside each ID when it took the place of a dead one; null for one that was there from the beginning. */
  replacedAt: (Date | null)[];
  /** When it was paid, as far as the shop knows. */
  paidAt: Date | null;
  erased: Erased;
};

/** An order as one visitor may see it; `delivered` is null for a stranger. */
export type OrderView = PublicOrder & {
  delivered: DeliveredPart | null;
  /** Whose order it is: the customer's id for that customer, `guest` for a holder of a guest's order; null for everybody else. [S3.3] */
  userId: string | null;
  /** Pending, and this visitor may take it back. [S6.2] [S6.6] */
  mayCancel: boolean;
  /** Pending, its payment failed verification, and this visitor may send a new code and picture. [S4.9] */
  mayResendProof: boolean;
  /** The private link's path, for whoever holds it and while it works; null otherwise. [S6.6] */
  privatePath: string | null;
  /** A guest's order that this signed-in visitor may take into the account. [S6.6] */
  mayAdopt: boolean;
};

/** An order as the owner of the shop sees it, with everything. [S3.3] [S6.5] */
export type AdminOrder = PublicOrder &
  DeliveredPart & {
    /** null for a guest. */
    userId: string | null;
    giftCardCode: string | null;
    /** The proof's name as recorded, `payment-proofs/{requestCode}_{filename}`; null without proof. [S7.3] */
    proofName: string | null;
    /** Tells this picture from one that is sent later. [S4.9] */
    proofId: string | null;
    verificationNote: string | null;
    /** What the admin typed while looking at the proof; for admins alone. [S4.9] */
    adminNote: string | null;
    /** The id of the admin who approved. [S4.6] */
    approvedBy: string | null;
    reservedIds: { unitId: string; value: string }[];
    /** How many IDs it lacks, of one that moved in from the shop before; below zero: it was given more than were ordered. Null: neither. */
    shortBy: number | null;
    /** The guest's optional address. */
    email: string | null;
    /** Earlier orders that came with the same gift card code, or with a picture that is or looks the same. */
    usedBefore: UsedBefore[];
  };

/** A page of a list, and where the next one begins (null: that was all). */
export type PageOf<T> = { rows: T[]; next: string | null };
