import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { ClaimReason } from "./claim.ts";
import { claims } from "./tables.server.ts";

/** Why refused claims are opened once more, and the message that came with it; null without one. */
type Again = { reason: ClaimReason; messageNumber: number | null; at: Date };

/**
 * Opens refused claims of a locked order once more, by their numbers. The message that each came
 * with first stays its own, and so does what was said to be wrong then. [S15.4]
 */
export async function reopenClaims(
  tx: Pick<Tx, "update">,
  { id }: { id: string },
  numbers: number[],
  { reason, messageNumber, at }: Again,
): Promise<void> {
  if (numbers.length === 0) return;
  const opened = { state: "open", reopenedAt: at, firstReason: sql`${claims.reason}`, reason, againNumber: messageNumber } as const;
  await tx
    .update(claims)
    .set({ ...opened, decidedAt: null, decidedBy: null, answerNumber: null })
    .where(and(eq(claims.orderId, id), inArray(claims.number, numbers)));
}
