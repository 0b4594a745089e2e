import { DOWNLOAD_LINK_MAX_LENGTH, NOTE_MAX_LENGTH, REASON_MAX_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { readText, readTime } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

/** How an order ended: what belongs to its status, and nothing else. */
export type Ending = {
  processedAt: Date | null;
  approvedBy: string | null;
  cancelledAt: Date | null;
  reason: string | null;
  downloadLink: string | null;
  adminNote: string | null;
};

const APPROVED_BY = "admin";

/** Reads how an order ended. What its status asks for and the file does not tell is worked out; nothing ended later than now. */
export function readEnding(
  fields: Readonly<Record<string, unknown>>,
  status: OrderStatus,
  { createdAt, at }: { createdAt: Date; at: Date },
  oddities: Set<Oddity>,
): Ending {
  const past = (...values: unknown[]) => values.map(readTime).find((time) => time !== null && time <= at) ?? null;
  const processed = past(fields.processedDate, fields.processedAt);
  const cancelled = past(fields.cancelledAt, fields.cancelledDate);
  const isProcessed = status === "approved" || status === "rejected";
  const noted = isProcessed ? processed : cancelled;
  if (status !== "pending" && noted === null) oddities.add("timeMissing");
  const endedAt = noted ?? processed ?? cancelled ?? createdAt;

  const reason = (readText(fields.reason) ?? readText(fields.rejectionReason) ?? "").slice(0, REASON_MAX_LENGTH).toWellFormed();
  if (status === "rejected" && reason === "") oddities.add("reasonMissing");
  if (status !== "rejected" && reason !== "") oddities.add("reasonElsewhere");
  return {
    processedAt: isProcessed ? endedAt : null,
    approvedBy: status === "approved" ? readText(fields.approvedBy) || APPROVED_BY : null,
    cancelledAt: status === "cancelled" ? endedAt : null,
    reason: status === "rejected" ? reason || messages.noReasonNoted : null,
    downloadLink: readLink(fields.downloadLink, status, oddities),
    adminNote: status === "rejected" ? null : reason.slice(0, NOTE_MAX_LENGTH).toWellFormed() || null,
  };
}

function readLink(value: unknown, status: OrderStatus, oddities: Set<Oddity>): string | null {
  const text = readText(value) ?? "";
  if (text === "") return null;
  const isUsable = status === "approved" && text.length <= DOWNLOAD_LINK_MAX_LENGTH && /^https?:\/\//.test(text) && URL.canParse(text);
  if (!isUsable) oddities.add("linkUnusable");
  return isUsable ? text : null;
}
