import { NOTE_MAX_LENGTH } from "#shop/orders/constants.ts";
import type { OrderStatus, PaymentMethod } from "#shop/orders/order.ts";
import { OLD_TEXT_MAX_LENGTH } from "#shop/rows/constants.ts";
import type { Warning } from "../report/report-row.ts";
import { cut, readText } from "./old-values.ts";

/** How an order was paid, and an admin's decision about the proof. */
type OldPayment = {
  paymentMethod: PaymentMethod;
  giftCardCode: string | null;
  proofFile: string | null;
  paymentVerified: boolean | null;
  verificationNote: string | null;
};

/**
 * Parses an order's payment. Of the proof's link only the file name is kept: the link is never
 * fetched, and may contain a token.
 */
export function readPayment(fields: Readonly<Record<string, unknown>>, status: OrderStatus, warnings: Set<Warning>): OldPayment {
  const code = readText(fields.giftCardCode) ?? "";
  if (code.length > OLD_TEXT_MAX_LENGTH) warnings.add("textCut");
  const giftCardCode = cut(code, OLD_TEXT_MAX_LENGTH) || null;
  const proofFile = fileOf(readText(fields.paymentProofUrl) ?? "");
  const paymentMethod = readMethod(fields.paymentMethod, giftCardCode !== null || proofFile !== null, warnings);
  if (paymentMethod === "amazon" && status === "approved" && proofFile === null) warnings.add("proofMissing");

  const paymentVerified = typeof fields.paymentVerified === "boolean" ? fields.paymentVerified : null;
  const verificationNote = readText(fields.verificationNote)?.slice(0, NOTE_MAX_LENGTH).toWellFormed() || null;
  const isChecked = paymentVerified !== null || verificationNote !== null;
  if (paymentMethod !== "amazon" && isChecked) warnings.add("checkUnusable");
  const check = paymentMethod === "amazon" ? { paymentVerified, verificationNote } : { paymentVerified: null, verificationNote: null };
  return { paymentMethod, giftCardCode, proofFile, ...check };
}

function readMethod(value: unknown, hasPaid: boolean, warnings: Set<Warning>): PaymentMethod {
  const method = (readText(value) ?? "").toLowerCase();
  if (method === "amazon") return "amazon";
  if (method === "request") {
    if (hasPaid) warnings.add("codeOfRequest");
    return hasPaid ? "amazon" : "request";
  }
  warnings.add("methodUnknown");
  return hasPaid ? "amazon" : "request";
}

const FILE_NAME_MAX = 200;

/** The last segment of a link's path; the hosted storage encodes the whole path as one segment. */
function fileOf(link: string): string | null {
  const path = (URL.parse(link)?.pathname ?? link).replaceAll(/%2f/gi, "/");
  const name = path.split("/").at(-1)?.split("?")[0] ?? "";
  try {
    return readText(decodeURIComponent(name))?.slice(-FILE_NAME_MAX).toWellFormed() || null;
  } catch {
    return name.slice(-FILE_NAME_MAX) || null;
  }
}
