/** What a call of a provider's API does. */
export type Operation =
  | "create"
  | "search"
  | "status"
  | "payment"
  | "close"
  | "refund"
  | "refund-status"
  | "refunds"
  | "all-refunds"
  | "dispute";

/**
 * The fate of a call: a status that the provider would answer in trouble; `silent` does nothing and
 * never answers; `lost` does everything and never answers; `cut` does everything and breaks off.
 */
export type Fate = number | "silent" | "lost" | "cut";

/** How a fake provider behaves. */
export type Knobs = {
  /** How often each event is sent, at least once. */
  eventTimes: number;
  eventDelayMs: number;
  /** Whether events that come together are sent the last one first. */
  reversesEvents: boolean;
  dropsEvents: boolean;
  signature: "right" | "forged" | "old";
  /** Whether a page is paid, and its event answered, before the answer of its creation is sent. */
  paysBeforeAnswer: boolean;
  /** Whether a page is paid just before it is closed. */
  paysWhileClosing: boolean;
  /** What is paid instead of what was asked, and which reference the provider then names. */
  paid: { paise?: number; currency?: string; reference?: string };
  /** Whether the buyer pays Razorpay's fee on top of the amount. */
  buyerBearsFee: boolean;
  /** The kinds of events that are sent; null: all. */
  onlyKinds: string[] | null;
  /** How refunds end: at once, later by `endRefund`, or not. */
  refunds: "done" | "pending" | "failed";
  /** The fate of all calls, until it is null again. */
  fate: Fate | null;
  /** The fates of the next calls of each kind; later calls get through. */
  fates: Partial<Record<Operation, Fate[]>>;
  /** How long an hour between two attempts to send an event takes. */
  hourMs: number;
};

export const usualKnobs: Knobs = {
  eventTimes: 1,
  eventDelayMs: 0,
  reversesEvents: false,
  dropsEvents: false,
  signature: "right",
  paysBeforeAnswer: false,
  paysWhileClosing: false,
  paid: {},
  buyerBearsFee: false,
  onlyKinds: null,
  refunds: "done",
  fate: null,
  fates: {},
  hourMs: 100,
};

/** The address that the provider sends events to, with its secret and the one before. */
export type Hook = { url: string; secret: string; oldSecret?: string };

/** An event that was sent, or that will be. `statuses` are the answers; 0 is none. */
export type SentEvent = { id: string; kind: string; state: "waiting" | "accepted" | "given up" | "dropped"; statuses: number[] };

/** A page of a fake provider: a payment link or a session. */
export type FakePage = { id: string; reference: string; paise: number; currency: string; state: string; url: string; payments: string[] };

/** A refund at a fake provider. */
export type FakeRefund = { id: string; payment: string; paise: number; state: "pending" | "done" | "failed" };

/** How a dispute stands at a fake provider. */
export type FakeDispute = { payment: string; state: "open" | "under_review" | "won" | "lost" };

/** What a fake provider knows, and the calls that it got: such as `POST /v1/payment_links`. */
export type FakeState = { pages: FakePage[]; refunds: FakeRefund[]; events: SentEvent[]; calls: string[]; isHookOn: boolean };
