import type { Order, OrderStatus, Placed } from "#shop/orders/order.ts";
import type { AdminOrder, PublicOrder, ReservedId, StrangersOrder, WholeOrder } from "#shop/orders/reading/order-view.ts";

/** The member of a union of orders with this status. */
type In<O, S extends OrderStatus> = Extract<O, { status: S }>;

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

const placed: Placed = {
  id: "0123456789abcdef",
  requestCode: "REQ-MJUJ7Z40",
  productId: "p",
  productName: "Gold account",
  quantity: 2,
  pricePaise: 10_050,
  totalPaise: 20_100,
  paymentMethod: "request",
  createdAt: at(1),
};
const unpaid = { giftCard: null, proof: null, paymentVerified: null, paidAt: null };
const noNames = { productNames: null };
const noRights = { userId: null, mayCancel: false, mayResendProof: false, asked: null, privatePath: null, mayAdopt: false };
const forAdmins = {
  userId: null,
  verificationNote: null,
  adminNote: null,
  shortBy: null,
  nameLanguage: null,
  email: null,
  utr: null,
  payablePaise: null,
  receiptNumber: null,
  creditNotes: [],
  instructions: null,
  paymentAskedAt: null,
  hasPaymentToReview: false,
  usedBefore: [],
};

const orders: { [S in OrderStatus]: In<Order<never, never>, S> } = {
  pending: { ...placed, ...unpaid, status: "pending" },
  approved: {
    ...placed,
    ...unpaid,
    status: "approved",
    processedAt: at(2),
    approvedBy: "admin",
    downloadLink: null,
    deliveredIds: ["ID-ONE", "ID-TWO"].map((value) => ({ value, replacedAt: null, claim: null })),
    claimUntil: null,
  },
  rejected: { ...placed, ...unpaid, status: "rejected", processedAt: at(2), reason: "No payment" },
  cancelled: { ...placed, ...unpaid, status: "cancelled", cancelledAt: at(3), expiredAfterHours: null },
};

/** An order as its buyer sees it: two IDs, paid afterwards, and no rights unless given. */
export function aWholeOrder<S extends OrderStatus>(status: S, overrides: Partial<In<WholeOrder, S>> = {}): WholeOrder {
  const more = {
    receiptNumber: null,
    creditNotes: [],
    instructions: null,
    upi: null,
    hasPaymentToReview: false,
    moneyBack: { duePaise: 0, sentPaise: 0, donePaise: 0 },
  };
  return { ...orders[status], ...noNames, ...noRights, ...more, isWhole: true, ...overrides };
}

/** The same order as a stranger sees it. */
export function aStrangersOrder(overrides: Partial<PublicOrder> & { status: OrderStatus }): StrangersOrder {
  const { giftCard, proof, paymentVerified } = unpaid;
  const all = { ...placed, giftCard, proof, paymentVerified, processedAt: at(2), cancelledAt: at(3) };
  return { ...all, ...noNames, ...noRights, isWhole: false, ...overrides } as StrangersOrder;
}

const adminOrders: { [S in OrderStatus]: In<AdminOrder, S> } = {
  pending: { ...orders.pending, ...forAdmins, reservedIds: reserved(placed.quantity) },
  approved: { ...orders.approved, ...forAdmins },
  rejected: { ...orders.rejected, ...forAdmins },
  cancelled: { ...orders.cancelled, ...forAdmins },
};

/** The same order as an admin sees it. */
export function anAdminOrder<S extends OrderStatus>(status: S, overrides: Partial<In<AdminOrder, S>> = {}): In<AdminOrder, S> {
  return { ...adminOrders[status], ...overrides };
}

/** This many IDs reserved for an order. */
export function reserved(count: number): ReservedId[] {
  return Array.from({ length: count }, (_, n) => ({ unitId: String(n + 1), value: `held-${n + 1}` }));
}
