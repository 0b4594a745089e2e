import { EMAIL_MAX_LENGTH } from "#shop/constants.ts";
import { DOWNLOAD_LINK_MAX_LENGTH, NOTE_MAX_LENGTH, REASON_MAX_LENGTH } from "#shop/orders/constants.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { storedText } from "#shop/stored-text.ts";
import type { Warning } from "../report/report-row.ts";
import { cut, readText, readTime } from "./old-values.ts";

/** How an order ended: only the fields that belong to its status. */
export type Ending = {
  processedAt: Date | null;
  approvedBy: string | null;
  cancelledAt: Date | null;
  reason: string | null;
  downloadLink: string | null;
  adminNote: string | null;
};

const APPROVED_BY = "admin";
/** The length of an admin's address. */
const ACTOR_MAX_LENGTH = EMAIL_MAX_LENGTH;

/**
 * Parses how an order ended. Fields that its status requires and the file lacks are filled in; no
 * time is in the future.
 */
export function readEnding(
  fields: Readonly<Record<string, unknown>>,
  status: OrderStatus,
  { createdAt, at }: { createdAt: Date; at: Date },
  warnings: Set<Warning>,
): Ending {
  const past = (...values: unknown[]) => values.map(readTime).find((time) => time !== null && time <= at) ?? null;
  const processed = past(fields.processedDate, fields.processedAt);
  const cancelled = past(fields.cancelledAt, fields.cancelledDate);
  const isProcessed = status === "approved" || status === "rejected";
  const stated = isProcessed ? processed : cancelled;
  if (status !== "pending" && stated === null) warnings.add("timeMissing");
  const endedAt = stated ?? processed ?? cancelled ?? createdAt;

  const reason = (readText(fields.reason) ?? readText(fields.rejectionReason) ?? "").slice(0, REASON_MAX_LENGTH).toWellFormed();
  if (status === "rejected" && reason === "") warnings.add("reasonMissing");
  if (status !== "rejected" && reason !== "") warnings.add("reasonElsewhere");
  return {
    processedAt: isProcessed ? endedAt : null,
    approvedBy: status === "approved" ? readApprovedBy(fields.approvedBy, warnings) : null,
    cancelledAt: status === "cancelled" ? endedAt : null,
    reason: status === "rejected" ? reason || storedText("noReasonGiven") : null,
    downloadLink: readLink(fields.downloadLink, status, warnings),
    adminNote: status === "rejected" ? null : reason.slice(0, NOTE_MAX_LENGTH).toWellFormed() || null,
  };
}

function readApprovedBy(value: unknown, warnings: Set<Warning>): string {
  const name = readText(value) || APPROVED_BY;
  if (name.length > ACTOR_MAX_LENGTH) warnings.add("textCut");
  return cut(name, ACTOR_MAX_LENGTH);
}

function readLink(value: unknown, status: OrderStatus, warnings: Set<Warning>): string | null {
  const text = readText(value) ?? "";
  if (text === "") return null;
  const isUsable = status === "approved" && text.length <= DOWNLOAD_LINK_MAX_LENGTH && /^https?:\/\//.test(text) && URL.canParse(text);
  if (!isUsable) warnings.add("linkUnusable");
  return isUsable ? text : null;
}
