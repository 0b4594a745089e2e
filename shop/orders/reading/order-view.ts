import type { Instructions } from "#shop/catalogue/instructions/instructions.ts";
import type { Paise } from "#shop/money.ts";
import type { AskedKind } from "#shop/settings/question-presets.ts";
import type { ApprovedOrder, CancelledOrder, GiftCard, Order, PendingOrder, Placed, Proof, RejectedOrder } from "../order.ts";
import type { UpiPart } from "../payment/upi/upi-part.ts";
import type { UsedBefore } from "../proofs/used-before.ts";

/** An order's status and when it ended. Anyone with its code may see it. [S2.15] */
export type Standing =
  | { status: "pending" }
  | { status: "approved" | "rejected"; processedAt: Date }
  | { status: "cancelled"; cancelledAt: Date };

/** The fields that anyone with the request code may see. Erased values appear as absent. [S2.15] */
export type PublicOrder = Placed &
  Standing & {
    giftCard: GiftCard | null;
    proof: Proof | null;
    /** null until an admin checked the payment. [S4.9] */
    paymentVerified: boolean | null;
  };

/** What a visitor may do with an order, and whether it is the visitor's own. */
export type Rights = {
  /**
   * The customer's id for that customer, `guest` for the buyer of a guest's order; null for others.
   * [S3.3]
   */
  userId: string | null;
  /** Whether this visitor may cancel it. [S6.2] [S6.6] */
  mayCancel: boolean;
  /**
   * Whether this visitor may send a new code and proof, because the last ones failed verification.
   * [S4.9]
   */
  mayResendProof: boolean;
  /** What the shop asks this visitor for, its buyer. [S14.3] */
  asked: AskedKind | null;
  /** The path of the private link for its holder, while the link works. [S6.6] */
  privatePath: string | null;
  /** Whether this browser placed it as a guest, so that it may move into the account. [S6.6] */
  mayAdopt: boolean;
};

/**
 * The number of an order's receipt, and the instructions given with its IDs; null for none. The
 * numbers of its credit notes, the first one first. [S10.15]
 */
type WithReceipt = { receiptNumber: string | null; creditNotes: string[]; instructions: Instructions | null };

/** The names of an order's product by language; null if they were not copied. [S11.2] */
type Names = { productNames: Record<string, string> | null };

/** An order for its customer, a holder of its private link, or an admin. [S2.15] */
export type WholeOrder = Order &
  Names &
  Rights &
  WithReceipt & {
    isWhole: true;
    /** What is left to pay by UPI; null: nothing. [S10.12] */
    upi: UpiPart | null;
    /** Whether an admin has to review a payment for it. [S10.8] */
    hasPaymentToReview: boolean;
    moneyBack: MoneyBack;
  };

/**
 * The rupees paid for an order that are to go back to its buyer, are on their way, and did.
 * [S10.10]
 */
export type MoneyBack = { duePaise: Paise; sentPaise: Paise; donePaise: Paise };

/** An order for a stranger. [S2.15] */
export type StrangersOrder = PublicOrder & Names & Rights & { isWhole: false };

/** An order as one visitor may see it. */
export type OrderView = WholeOrder | StrangersOrder;

/** The gift card for admins, with the whole code. [S6.5] */
export type OpenGiftCard = GiftCard & { code: string };

/** The proof for admins. [S6.5] */
export type StoredProof = Proof & {
  /** The recorded name, `payment-proofs/{requestCode}_{filename}`. [S7.3] */
  name: string;
  /** Differs for a proof that is sent later. [S4.9] */
  id: string;
};

/** The fields that only admins read, in any status. [S6.5] */
type ForAdmins = WithReceipt & {
  /** null for a guest. */
  userId: string | null;
  /** The language of the product's name; null if nobody noted it. [S11.2] */
  nameLanguage: string | null;
  verificationNote: string | null;
  /** What the admin typed while checking the proof. [S4.9] */
  adminNote: string | null;
  /**
   * How many IDs an imported order lacks; negative if it was given more than were ordered, null if
   * neither.
   */
  shortBy: number | null;
  /** The guest's optional address. */
  email: string | null;
  /**
   * The UTR that the buyer sent, a claim; and what the buyer pays where that is not the total.
   * [S10.12]
   */
  utr: string | null;
  payablePaise: Paise | null;
  /** When an admin asked the buyer to pay before the delivery. [S10.17] */
  paymentAskedAt: Date | null;
  /** Whether an admin has to review a payment for it. [S10.8] */
  hasPaymentToReview: boolean;
};

/** An ID that a pending order reserves; whether its import was recalled. [S15.11] */
export type ReservedId = { unitId: string; value: string; isRecalled?: true };

type PendingOrderFields = PendingOrder<OpenGiftCard, StoredProof> & ForAdmins & { reservedIds: ReservedId[] };

/** The fields of an order that admins read, also through the API. [S3.3] [S6.5] */
export type AdminOrderFields =
  | PendingOrderFields
  | ((ApprovedOrder<OpenGiftCard, StoredProof> | RejectedOrder<OpenGiftCard, StoredProof> | CancelledOrder<OpenGiftCard, StoredProof>) &
      ForAdmins);

/** Earlier orders with the same gift card code, or with the same or a similar picture. */
type WithUses = { usedBefore: UsedBefore[] };

/** An order on a page of the admin area, with the earlier uses of its payment. [S3.3] [S6.5] */
export type AdminOrder = AdminOrderFields & WithUses;

/** A pending order on such a page. [S6.5] */
export type PendingAdminOrder = PendingOrderFields & WithUses;

/** A page of a list; `next` is the cursor of the next page, or null on the last one. */
export type PageOf<T> = { rows: T[]; next: string | null };
