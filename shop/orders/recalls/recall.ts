import { z } from "zod";
import { ticked } from "#shop/form-fields.ts";
import { type ClaimReason, claimReasons } from "../claims/claim.ts";

/** For which delivered IDs a recall opens claims: none, those that their buyers may still claim, or all. [S15.11] */
export const recallScopes = ["none", "in_time", "all"] as const;
export type RecallScope = (typeof recallScopes)[number];

/**
 * The form to recall an import: what is wrong with its IDs, which buyers read in their claims, and
 * for which delivered IDs claims are opened. `preview` only says what would happen. [S15.11]
 */
export const RecallForm = z.object({
  reason: z.enum(claimReasons, "claimReasonRequired"),
  delivered: z.enum(recallScopes).default("in_time"),
  preview: ticked,
});
export type RecallForm = { reason: ClaimReason; delivered: RecallScope };

/** How many of the IDs that a pending order reserves are recalled: its approval asks once more. [S15.11] */
export function recalledIn(order: { status: string; reservedIds?: readonly { isRecalled?: true }[] }): number {
  return order.status === "pending" ? (order.reservedIds ?? []).filter(({ isRecalled }) => isRecalled).length : 0;
}

/** Whether a recall with this scope opens claims that one with the other does not. */
export function isWider(scope: RecallScope, than: RecallScope): boolean {
  return recallScopes.indexOf(scope) > recallScopes.indexOf(than);
}

/** What a recall of an import would meet; orders are named for who may read them. [S15.11] */
export type RecallPreview = {
  free: number;
  reserved: number;
  reservedOrders: number;
  /** The codes of some of those orders, the oldest first. */
  codes: string[];
  /** Delivered IDs that their buyers may still claim. */
  inTime: number;
  /** Delivered IDs whose time to claim is over. */
  before: number;
};

/** The last recall of an import, with how far it is. [S15.11] */
export type RecallOfImport = {
  at: Date;
  reason: ClaimReason;
  scope: RecallScope;
  finishedAt: Date | null;
  undoneAt: Date | null;
  /** IDs that are withdrawn. */
  withdrawn: number;
  /** IDs that orders still reserve, because no other is free. */
  reserved: number;
  /** The codes of some of those orders, the oldest first, for who may read them. */
  codes: string[];
  /** Claims that the shop opened. */
  claims: number;
  /** How many of them are not decided yet. */
  openClaims: number;
};
