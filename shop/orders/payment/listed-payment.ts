import type { Paise } from "#shop/money.ts";
import type {
  BankProof,
  DisputeState,
  InstantLimit,
  PaymentProblem,
  PaymentSource,
  PaymentState,
  refundStates,
  refundWays,
} from "#shop/payments/payment.ts";
import type { StoredText } from "#shop/stored-text.ts";
import type { OrderStatus } from "../order.ts";

/** A refund as admins see it. [S10.10] */
export type RefundOfPayment = {
  id: string;
  paise: Paise;
  how: (typeof refundWays)[number];
  state: (typeof refundStates)[number];
  providerId: string | null;
  /** By hand: how the transfer is found again. */
  reference: string | null;
  problem: StoredText | null;
  /** Null for one that was made on the provider's own pages. */
  adminId: string | null;
  reason: string;
  /**
   * Its credit note, and the place of that among those of its order, from 1; null: it has none.
   * [S10.15]
   */
  creditNote: { number: string; place: number } | null;
  createdAt: Date;
  doneAt: Date | null;
};

/** A dispute as admins see it. [S10.18] */
export type DisputeOfPayment = {
  /** The provider's id of it. */
  providerId: string;
  paise: Paise;
  currency: string;
  /** In the provider's words; may be empty. */
  reason: string;
  state: DisputeState;
  /** Until when the owner has to answer at the provider. */
  respondBy: Date | null;
  openedAt: Date;
  closedAt: Date | null;
};

/** A payment as admins see it, with its order if one is known. [S10.9] */
export type ListedPayment = {
  id: string;
  source: PaymentSource;
  reference: string;
  paise: Paise;
  currency: string;
  paidAt: Date;
  receivedAt: Date;
  payer: string | null;
  feePaise: Paise | null;
  state: PaymentState;
  problem: PaymentProblem | null;
  heldBack: InstantLimit | null;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Whether a statement has it, if a bank alert brought it; else null. [S16.8] */
  bankProof: BankProof | null;
  requestCode: string | null;
  orderStatus: OrderStatus | null;
  /** The earliest first. */
  refunds: RefundOfPayment[];
  /** The earliest first. */
  disputes: DisputeOfPayment[];
  /** What of it went back, and what is on its way back. */
  refundedPaise: Paise;
  refundingPaise: Paise;
};

/** A payment with its refunds and their sums. */
export function withRefunds<P>(
  payment: P,
  refunds: RefundOfPayment[],
): P & Pick<ListedPayment, "refunds" | "refundedPaise" | "refundingPaise"> {
  const sumOf = (isIn: (state: RefundOfPayment["state"]) => boolean) =>
    refunds.reduce((sum, { state, paise }) => (isIn(state) ? sum + paise : sum), 0);
  const refundedPaise = sumOf((state) => state === "done");
  return { ...payment, refunds, refundedPaise, refundingPaise: sumOf((state) => state === "due" || state === "sent") };
}
