import type { z } from "zod";
import { CustomerRow, PasswordRow } from "#shop/rows/account-rows.ts";
import { OrderRow } from "#shop/rows/order-row.server.ts";
import { ProductRow } from "#shop/rows/product-row.ts";
import type { OldAccount } from "./old-account.ts";
import type { OldOrder } from "./old-order.ts";
import type { OldProduct } from "./old-product.ts";

/**
 * Checks a row against the schema of this shop's own export. The readers correct what they can;
 * this makes sure that nothing is imported that `verify` or `take-in` would refuse later. [S7.3]
 */
const fits = (schema: z.ZodType, row: Record<string, unknown>) => schema.safeParse(row).success;

/** Whether a product follows the rules of the product form. `id` is the id it gets here. [S5.8] */
export function fitsProduct(
  id: string,
  { name, pricePaise, description, image, createdAt, updatedAt }: Read<OldProduct>,
  at: Date,
): boolean {
  return fits(ProductRow, {
    id,
    name,
    pricePaise: pricePaise ?? 0,
    description,
    image,
    isSample: false,
    language: "en",
    translations: {},
    createdAt: timeOf(createdAt ?? at),
    updatedAt: timeOf(updatedAt ?? at),
    hiddenAt: null,
    deletedAt: null,
    removedIds: null,
    leavingAt: null,
    heldNotifiedAt: null,
    idPattern: null,
    idExample: null,
    delivery: "instant",
  });
}

/** Whether an order is valid here. [S3.2] */
export function fitsOrder(
  order: Read<OldOrder>,
  { productId, giftCardLast4 }: { productId: string; giftCardLast4: string | null },
): boolean {
  const { status, quantity, pricePaise, totalPaise, paymentMethod, productName, giftCardCode } = order;
  return fits(OrderRow, {
    // The id is assigned later, and so is a missing code.
    ...{ id: "order", requestCode: order.requestCode ?? "REQ-0", userId: null, email: null, language: null },
    status,
    productId,
    productName,
    productNames: null,
    quantity,
    pricePaise,
    totalPaise,
    paymentMethod,
    giftCardCode,
    giftCardLast4,
    proofName: null,
    proofKey: null,
    paymentVerified: order.paymentVerified,
    verificationNote: order.verificationNote,
    adminNote: order.adminNote,
    createdAt: timeOf(order.createdAt),
    processedAt: timeOf(order.processedAt),
    approvedBy: order.approvedBy,
    cancelledAt: timeOf(order.cancelledAt),
    expiredAfterHours: null,
    reason: order.reason,
    downloadLink: order.downloadLink,
    paidAt: null,
    proofResentAt: null,
    proofErasedAt: null,
    codeErasedAt: null,
    idsErasedAt: null,
    payablePaise: null,
    holdUntil: null,
    reopenedAt: null,
    paymentAskedAt: null,
    utr: null,
    utrSentAt: null,
    termsVersion: null,
    instructions: null,
    isFromOldShop: true,
    shortBy: null,
    linkNumber: 0,
    accessKeyHash: null,
    unlockedBy: [],
  });
}

/** Whether an account is valid here. [S3.6] */
export function fitsAccount({ oldId, email, name, image, phoneNumber, disabled, ...account }: OldAccount, at: Date): boolean {
  const times = { createdAt: timeOf(account.createdAt ?? at), updatedAt: timeOf(at) };
  return fits(CustomerRow, {
    // An account without an address gets a placeholder later.
    ...{ id: oldId, email: email ?? "nobody@moved.invalid", name, role: "customer", disabled, phoneNumber, image, language: null },
    emailVerified: account.emailVerified,
    ...times,
    lastLoginAt: timeOf(account.lastLoginAt),
  });
}

/** Whether the hash of an old password is valid in the form in which it will be stored. [S7.4] */
export function fitsPassword(userId: string, password: string, at: Date): boolean {
  const times = { createdAt: timeOf(at), updatedAt: timeOf(at) };
  return fits(PasswordRow, { id: "password", accountId: userId, providerId: "credential", userId, password, ...times });
}

type Read<T> = Omit<T, "warnings">;

function timeOf(time: Date): string;
function timeOf(time: Date | null): string | null;
function timeOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
