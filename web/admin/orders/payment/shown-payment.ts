import type { ListedPayment, RefundOfPayment } from "#shop/orders/payment/listed-payment.ts";
import type { ShownText } from "#web/say.ts";

/** A refund with its problem in the visitor's language. */
export type ShownRefund = Omit<RefundOfPayment, "problem"> & { problem: ShownText | null };

/** A payment whose refunds say in the visitor's language what went wrong. */
export type ShownPayment = Omit<ListedPayment, "refunds"> & { refunds: ShownRefund[] };
