import { NOTE_MAX_LENGTH } from "#shop/constants.ts";
import type { OrderStatus, PaymentMethod } from "#shop/orders/order.ts";
import { readText } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

/** How an order was paid, and what an admin found of it. */
export type OldPayment = {
  paymentMethod: PaymentMethod;
  giftCardCode: string | null;
  proofFile: string | null;
  paymentVerified: boolean | null;
  verificationNote: string | null;
};

/** Reads an order's payment. Of the proof's link only the file's name is kept: it is never fetched, and may carry a token. */
export function readPayment(fields: Readonly<Record<string, unknown>>, status: OrderStatus, oddities: Set<Oddity>): OldPayment {
  const giftCardCode = readText(fields.giftCardCode) || null;
  const proofFile = fileOf(readText(fields.paymentProofUrl) ?? "");
  const paymentMethod = readMethod(fields.paymentMethod, giftCardCode !== null || proofFile !== null, oddities);
  if (paymentMethod === "amazon" && status === "approved" && proofFile === null) oddities.add("proofMissing");

  const paymentVerified = typeof fields.paymentVerified === "boolean" ? fields.paymentVerified : null;
  const verificationNote = readText(fields.verificationNote)?.slice(0, NOTE_MAX_LENGTH).toWellFormed() || null;
  const isChecked = paymentVerified !== null || verificationNote !== null;
  if (paymentMethod !== "amazon" && isChecked) oddities.add("checkUnusable");
  const check = paymentMethod === "amazon" ? { paymentVerified, verificationNote } : { paymentVerified: null, verificationNote: null };
  return { paymentMethod, giftCardCode, proofFile, ...check };
}

function readMethod(value: unknown, hasPaid: boolean, oddities: Set<Oddity>): PaymentMethod {
  const method = (readText(value) ?? "").toLowerCase();
  if (method === "amazon") return "amazon";
  if (method === "request") {
    if (hasPaid) oddities.add("codeOfRequest");
    return hasPaid ? "amazon" : "request";
  }
  oddities.add("methodUnknown");
  return hasPaid ? "amazon" : "request";
}

const FILE_NAME_MAX = 200;

/** The last part of a link's path; the hosted storage writes the whole path as one part. */
function fileOf(link: string): string | null {
  const path = (URL.parse(link)?.pathname ?? link).replaceAll(/%2f/gi, "/");
  const name = path.split("/").at(-1)?.split("?")[0] ?? "";
  try {
    return readText(decodeURIComponent(name))?.slice(-FILE_NAME_MAX).toWellFormed() || null;
  } catch {
    return name.slice(-FILE_NAME_MAX) || null;
  }
}
