import { ID_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { Paise } from "#shop/money.ts";
import type { OrderStatus, PaymentMethod } from "#shop/orders/order.ts";
import { OLD_TEXT_MAX_LENGTH } from "#shop/rows/constants.ts";
import { readId } from "#shop/stock/ids/id.ts";
import type { Warning } from "../report/report-row.ts";
import { type OldAmounts, readAmounts } from "./old-amounts.ts";
import { type Ending, readEnding } from "./old-ending.ts";
import { isAnyUnclean, valuesOf } from "./old-id.ts";
import { readPayment } from "./old-payment.ts";
import { cut, fieldsOf, isUnclean, listOf, readText, readTime, timeOfCode, timeOfKey } from "./old-values.ts";

/** An order of the old shop with every gap filled, and its warnings. */
export type OldOrder = OldAmounts &
  Ending & {
    /** Null if it is not a valid code here. */
    requestCode: string | null;
    /** Null for a guest. */
    userId: string | null;
    /** Null if it names none. */
    productId: string | null;
    productName: string;
    status: OrderStatus;
    /** Whether the file states this status. */
    isStatusKnown: boolean;
    /** Null if the file has no readable total. */
    statedTotalPaise: Paise | null;
    paymentMethod: PaymentMethod;
    giftCardCode: string | null;
    proofFile: string | null;
    paymentVerified: boolean | null;
    verificationNote: string | null;
    createdAt: Date;
    /** The delivered IDs, or the reserved ones of a pending order. */
    ids: string[];
    /**
     * IDs that were delivered although the order was rejected or cancelled later; they must not be
     * sold again.
     */
    turnedDownIds: string[];
    warnings: Warning[];
  };

/** A row with one of these fields is an order. */
const FIELDS_OF_ORDERS = ["productId", "productName", "quantity", "totalAmount", "requestCode", "status", "deliveredIds"];

/**
 * Parses an order, or a customer's copy of one; `key` is its name in the file. Null if it is not an
 * order.
 */
export function readOldOrder(key: string, value: unknown, at: Date): OldOrder | null {
  const fields = fieldsOf(value);
  if (!fields || !FIELDS_OF_ORDERS.some((name) => fields[name] !== undefined && fields[name] !== null)) return null;

  const warnings = new Set<Warning>();
  const [delivered, reserved] = [valuesOf(fields.deliveredIds), valuesOf(fields.reservedIds)];
  if (Object.values(fields).some((field) => isUnclean(field) || isAnyUnclean(listOf(field)))) warnings.add("textCleaned");
  const status = readStatus(fields, delivered.length > 0, warnings);
  const requestCode = readCode(fields.requestCode, key, warnings);
  const createdAt = readCreated(fields, key, requestCode, at, warnings);
  const given = idsOf(status, delivered, reserved, warnings);
  const amounts = readAmounts(fields, given.length, warnings);
  return {
    requestCode,
    userId: readUser(fields.userId ?? fields.uid),
    productId: readText(fields.productId) || null,
    productName: readProductName(fields.productName, warnings),
    status,
    isStatusKnown: !warnings.has("statusUnknown"),
    ...amounts,
    ...readPayment(fields, status, warnings),
    ...readEnding(fields, status, { createdAt, at }, warnings),
    createdAt,
    ids: withoutTooLong(given, status, warnings),
    turnedDownIds: status === "rejected" || status === "cancelled" ? delivered : [],
    warnings: [...warnings],
  };
}

const spellings: Record<string, OrderStatus> = { canceled: "cancelled", approve: "approved", reject: "rejected", declined: "rejected" };
const known: readonly OrderStatus[] = ["pending", "approved", "rejected", "cancelled"];

function readStatus(fields: Readonly<Record<string, unknown>>, hasDelivered: boolean, warnings: Set<Warning>): OrderStatus {
  const text = readText(fields.status) ?? "";
  const exact = known.find((status) => status === text);
  if (exact) return exact;
  const plain = text.toLowerCase();
  const spelled = known.find((status) => status === plain) ?? (Object.hasOwn(spellings, plain) ? spellings[plain] : undefined);
  warnings.add(spelled ? "statusSpelled" : "statusUnknown");
  return spelled ?? (hasDelivered ? "approved" : "pending");
}

function idsOf(status: OrderStatus, delivered: string[], reserved: string[], warnings: Set<Warning>): string[] {
  if (status === "pending") {
    if (delivered.length > 0) warnings.add("idsOfPending");
    return [...new Set([...reserved, ...delivered])];
  }
  if (status !== "approved") {
    if (delivered.length > 0) warnings.add("idsTurnedDown");
    return [];
  }
  if (delivered.length > 0 || reserved.length === 0) return [...new Set(delivered)];
  warnings.add("idsReservedOnly");
  return [...new Set(reserved)];
}

/** Delivered IDs may be longer than those still to be delivered. [S5.5] */
function withoutTooLong(ids: string[], status: OrderStatus, warnings: Set<Warning>): string[] {
  const max = status === "approved" ? OLD_TEXT_MAX_LENGTH : ID_MAX_LENGTH;
  const fitting = ids.filter((id) => (readId(id)?.value ?? id).length <= max);
  if (fitting.length < ids.length) warnings.add("idOfOrderTooLong");
  return fitting;
}

function readCode(value: unknown, key: string, warnings: Set<Warning>): string | null {
  const text = readText(value) || key;
  const code = text.toUpperCase();
  if (!/^REQ-[0-9A-Z]{1,20}$/.test(code)) {
    warnings.add("codeMissing");
    return null;
  }
  if (code !== text) warnings.add("codeSpelled");
  return code;
}

function readCreated(fields: Readonly<Record<string, unknown>>, key: string, code: string | null, at: Date, warnings: Set<Warning>): Date {
  const stated = readTime(fields.createdAt) ?? readTime(fields.timestamp);
  if (stated && stated <= at) return stated;
  warnings.add("timeMissing");
  const candidates = [timeOfCode(code), timeOfKey(key), readTime(fields.processedDate), readTime(fields.cancelledAt)];
  return candidates.find((time) => time !== null && time <= at) ?? at;
}

/** Collapses the name to one line, as product names are; a missing product is created with it. */
function readProductName(value: unknown, warnings: Set<Warning>): string {
  const name = (readText(value) ?? "").replace(/\s+/g, " ");
  if (name.length > PRODUCT_NAME_MAX_LENGTH) warnings.add("nameCut");
  return cut(name, PRODUCT_NAME_MAX_LENGTH);
}

function readUser(value: unknown): string | null {
  const text = readText(value) ?? "";
  return text === "" || text.toLowerCase() === "guest" ? null : text;
}
