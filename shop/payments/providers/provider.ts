import type { KeyedText } from "#messages/keyed-text.ts";
import type { DisputeState } from "../payment.ts";

/**
 * A payment provider as the shop sees it: one interface, made from what both providers need. An
 * outcome is a value; nothing here throws for what a provider or a network does. Amounts are whole
 * paise. What an event, a return page or a browser says is a claim: only `fetchStatus` is money.
 */
export type PaymentProvider = {
  /** Whether the keys are the provider's test keys, with which no money moves. */
  isTest: boolean;
  /**
   * Opens a page on which a buyer pays an attempt. The attempt must be stored before, so that an
   * answer that never came can be recovered.
   */
  open(attempt: ProviderAttempt): Promise<Opening>;
  /**
   * Finds out what became of an opening whose answer never came. There is never a second page:
   * Razorpay accepts a reference once only, and Stripe repeats its answer for an idempotency key.
   */
  recover(attempt: ProviderAttempt): Promise<Opening>;
  /** Reads the state of a page and all money received on it. */
  fetchStatus(pageId: string): Promise<StatusAnswer>;
  /** Closes a page, so that nobody can pay on it any more. */
  close(pageId: string): Promise<Closing>;
  /**
   * Checks the signature of a webhook over its raw body and says what to look at. `now` judges
   * whether an earlier webhook secret still counts, and how old a signature is.
   */
  parseWebhook(headers: Headers, rawBody: Uint8Array, now: Date): WebhookClaim;
  /** Reads the query with which a provider sends a buyer back. */
  parseReturn(query: URLSearchParams): ReturnClaim;
  /**
   * Pays back a payment, in whole or in part. The same key never pays twice; it has at least 10
   * characters of `A-Z a-z 0-9 - _`.
   */
  refund(payment: { reference: string; currency: string }, paise: number, key: string): Promise<RefundAnswer>;
  /** Reads all refunds of a payment, also those that somebody made on the provider's own pages. */
  fetchRefunds(payment: { reference: string }): Promise<RefundsAnswer>;
  /**
   * Lists the refunds of the whole account since a time, the newest first, also those that somebody
   * made on the provider's own pages. One of another shape is passed over.
   */
  listRefunds(since: Date): Promise<RefundListAnswer>;
  /** Reads a dispute by the provider's id of it. */
  fetchDispute(disputeId: string): Promise<DisputeAnswer>;
  /** Asks for something that only the right keys may read. */
  testConnection(): Promise<ConnectionAnswer>;
};

/** What a provider needs to know of an attempt. Opening it again must give the very same values. */
export type ProviderAttempt = {
  /** Our idempotency key: the attempt's id. */
  id: string;
  /**
   * Our reference, unique: at most 40 characters of `A-Z a-z 0-9 - _`. It is inside what is signed.
   */
  reference: string;
  amountPaise: number;
  /** The one line that a buyer sees beside the amount. */
  description: string;
  /** When the provider's page ends by itself: Razorpay at least 15 minutes ahead, Stripe 30. */
  expiresAt: Date;
  /** The page to come back to. It must hold no key of the order. */
  returnUrl: string;
};

/** Nobody knows whether it was done: no answer, a broken one, or a fault of the provider. */
export type Unsure = { outcome: "unsure"; problem: KeyedText };

/**
 * It was not done, and will not be later. `keys`: the provider does not accept the keys. `busy`:
 * too many calls, worth trying again. `missing`: it does not know the id. `request`: it does not
 * want this, and says why.
 */
export type ProviderRefusal = { outcome: "refused"; why: "keys" | "busy" | "missing" | "request"; problem: KeyedText };

/** An opened page: its id at the provider, and the address at which a buyer pays. */
export type OpenedPage = { outcome: "opened"; pageId: string; payUrl: string };

export type Opening = OpenedPage | ProviderRefusal | Unsure;

/**
 * The state of a page. `processing` means that a buyer has paid by a slow method and the money may
 * still come. Money may be on a page in any state, also on an expired one.
 */
export type PageState = "open" | "processing" | "paid" | "expired" | "cancelled";

/** Money that has arrived, as the provider's API says it. */
export type ReceivedMoney = {
  /** The provider's id of the payment. */
  reference: string;
  paise: number;
  /** Three capital letters. `paise` are the smallest unit of this currency. */
  currency: string;
  at: Date;
  /** Who paid: a UPI address, an email address or a phone number. */
  payer: string | null;
  /** All by which the payer is known again: UPI and email addresses, a phone number, a card. */
  paidBy: string[];
  /** The provider's fee with its tax, if it is known and in the same currency. */
  feePaise: number | null;
  refundedPaise: number;
};

/** A page with its money. `reference` is ours, as the provider stored it. */
export type PageStatus = { outcome: "status"; state: PageState; reference: string | null; money: ReceivedMoney[] };

export type StatusAnswer = PageStatus | ProviderRefusal | Unsure;

/**
 * `paid`: money is on the page, which is in `status`; a page that is merely closed never has any.
 */
export type Closing = { outcome: "closed" } | { outcome: "paid"; status: PageStatus } | ProviderRefusal | Unsure;

/**
 * An event with a right signature. It names what to look at: a page, a payment, a refund,
 * or a dispute. `reference` is ours if the event repeats it. An event of another kind names nothing.
 */
export type WebhookEvent = {
  outcome: "event";
  /** The provider's id of the event, the same in each repetition. */
  id: string;
  /** Such as `payment_link.paid`. */
  kind: string;
  /**
   * When it was made, by the provider's clock; null if it does not say. A repetition has the same.
   */
  at: Date | null;
  pageId: string | null;
  reference: string | null;
  paymentReference: string | null;
  refundId: string | null;
  disputeId: string | null;
};

export type WebhookClaim = WebhookEvent | { outcome: "forged" };

/**
 * A buyer who came back. `isSigned` says whether the provider signed it (Razorpay does, Stripe does
 * not). `nothing`: the buyer came back without a word of the provider.
 */
export type ReturnClaim =
  | { outcome: "returned"; pageId: string; reference: string | null; isSigned: boolean }
  | { outcome: "nothing" }
  | { outcome: "forged" };

/** `sent`: on its way; `done`: paid back; `failed`: the bank did not take it. */
export type RefundProgress = "sent" | "done" | "failed";

export type RefundAnswer = { outcome: RefundProgress; refundId: string } | ProviderRefusal | Unsure;

/** A refund as the provider lists it. `key` is ours; null if the shop did not ask for it. */
export type ListedRefund = { refundId: string; progress: RefundProgress; paise: number; currency: string; key: string | null; at: Date };

export type RefundsAnswer = { outcome: "refunds"; refunds: ListedRefund[] } | ProviderRefusal | Unsure;

/** A refund of the account: how it stands, and the provider's id of its payment. */
export type RefundInList = Pick<ListedRefund, "refundId" | "progress"> & { paymentReference: string };

export type RefundListAnswer = { outcome: "refunds"; refunds: RefundInList[] } | ProviderRefusal | Unsure;

/** A dispute as the provider describes it now. `paymentReference` is the provider's id of its payment. */
export type FoundDispute = {
  paymentReference: string;
  paise: number;
  currency: string;
  reason: string;
  state: DisputeState;
  respondBy: Date | null;
  openedAt: Date;
};

export type DisputeAnswer = { outcome: "dispute"; dispute: FoundDispute } | ProviderRefusal | Unsure;

export type ConnectionAnswer = { outcome: "connected" } | ProviderRefusal | Unsure;

/** A webhook secret: the one in use (`until` is null), or an earlier one that still counts. */
export type WebhookSecret = { secret: string; until: Date | null };
