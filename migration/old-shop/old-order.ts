import type { Paise } from "#shop/money.ts";
import type { OrderStatus, PaymentMethod } from "#shop/orders/order.ts";
import { type OldAmounts, readAmounts } from "./old-amounts.ts";
import { type Ending, readEnding } from "./old-ending.ts";
import { isAnyUnclean, valuesOf } from "./old-id.ts";
import { readPayment } from "./old-payment.ts";
import { fieldsOf, isUnclean, listOf, readText, readTime, timeOfCode, timeOfKey } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

/** An order as the old shop knew it, read: every gap filled, and what was odd about it. */
export type OldOrder = OldAmounts &
  Ending & {
    /** null where it is none that the shop could keep. */
    requestCode: string | null;
    /** null for a guest. */
    userId: string | null;
    /** null where it names none. */
    productId: string | null;
    productName: string;
    status: OrderStatus;
    /** Whether that is what the file says. */
    isStatusKnown: boolean;
    /** null where the file has no total that can be read. */
    statedTotalPaise: Paise | null;
    paymentMethod: PaymentMethod;
    giftCardCode: string | null;
    proofFile: string | null;
    paymentVerified: boolean | null;
    verificationNote: string | null;
    createdAt: Date;
    /** What it was given, or holds while it is pending. */
    ids: string[];
    /** What was handed over though it was turned down later: not to be sold again. */
    turnedDownIds: string[];
    oddities: Oddity[];
  };

/** One of these makes a row an order. */
const MARKS = ["productId", "productName", "quantity", "totalAmount", "requestCode", "status", "deliveredIds"];

/** Reads an order, or a customer's copy of one; `key` is its name in the file. null for what is none. */
export function readOldOrder(key: string, value: unknown, at: Date): OldOrder | null {
  const fields = fieldsOf(value);
  if (!fields || !MARKS.some((mark) => fields[mark] !== undefined && fields[mark] !== null)) return null;

  const oddities = new Set<Oddity>();
  const [delivered, reserved] = [valuesOf(fields.deliveredIds), valuesOf(fields.reservedIds)];
  if (Object.values(fields).some((field) => isUnclean(field) || isAnyUnclean(listOf(field)))) oddities.add("textCleaned");
  const status = readStatus(fields, delivered.length > 0, oddities);
  const requestCode = readCode(fields.requestCode, key, oddities);
  const createdAt = readCreated(fields, key, requestCode, at, oddities);
  const ids = idsOf(status, delivered, reserved, oddities);
  const amounts = readAmounts(fields, ids.length, oddities);
  return {
    requestCode,
    userId: readUser(fields.userId ?? fields.uid),
    productId: readText(fields.productId) || null,
    productName: readText(fields.productName) ?? "",
    status,
    isStatusKnown: !oddities.has("statusUnknown"),
    ...amounts,
    ...readPayment(fields, status, oddities),
    ...readEnding(fields, status, { createdAt, at }, oddities),
    createdAt,
    ids,
    turnedDownIds: status === "rejected" || status === "cancelled" ? delivered : [],
    oddities: [...oddities],
  };
}

const spellings: Record<string, OrderStatus> = { canceled: "cancelled", approve: "approved", reject: "rejected", declined: "rejected" };
const known: readonly OrderStatus[] = ["pending", "approved", "rejected", "cancelled"];

function readStatus(fields: Readonly<Record<string, unknown>>, hasDelivered: boolean, oddities: Set<Oddity>): OrderStatus {
  const text = readText(fields.status) ?? "";
  const exact = known.find((status) => status === text);
  if (exact) return exact;
  const plain = text.toLowerCase();
  const spelled = known.find((status) => status === plain) ?? (Object.hasOwn(spellings, plain) ? spellings[plain] : undefined);
  oddities.add(spelled ? "statusSpelled" : "statusUnknown");
  return spelled ?? (hasDelivered ? "approved" : "pending");
}

function idsOf(status: OrderStatus, delivered: string[], reserved: string[], oddities: Set<Oddity>): string[] {
  if (status === "pending") {
    if (delivered.length > 0) oddities.add("idsOfPending");
    return [...new Set([...reserved, ...delivered])];
  }
  if (status !== "approved") {
    if (delivered.length > 0) oddities.add("idsTurnedDown");
    return [];
  }
  if (delivered.length > 0 || reserved.length === 0) return [...new Set(delivered)];
  oddities.add("idsReservedOnly");
  return [...new Set(reserved)];
}

function readCode(value: unknown, key: string, oddities: Set<Oddity>): string | null {
  const text = readText(value) || key;
  const code = text.toUpperCase();
  if (!/^REQ-[0-9A-Z]{1,20}$/.test(code)) {
    oddities.add("codeMissing");
    return null;
  }
  if (code !== text) oddities.add("codeSpelled");
  return code;
}

function readCreated(fields: Readonly<Record<string, unknown>>, key: string, code: string | null, at: Date, oddities: Set<Oddity>): Date {
  const noted = readTime(fields.createdAt) ?? readTime(fields.timestamp);
  if (noted && noted <= at) return noted;
  oddities.add("timeMissing");
  const candidates = [timeOfCode(code), timeOfKey(key), readTime(fields.processedDate), readTime(fields.cancelledAt)];
  return candidates.find((time) => time !== null && time <= at) ?? at;
}

function readUser(value: unknown): string | null {
  const text = readText(value) ?? "";
  return text === "" || text.toLowerCase() === "guest" ? null : text;
}
