import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { findBackupStates } from "./backup-state.server.ts";
import { isFailing } from "./backup-warning.ts";

/** A shop that was off has late backups until it has made one. */
const FIRST_BACKUP_WITHIN_MS = 15 * MINUTE_MS;

/**
 * Emails the owner when automatic backups fail or are late, once until one has worked again. Does
 * nothing in a process that has only just begun, `upMs` ago. Returns the number of emails queued.
 */
export async function emailFailedBackups(
  services: Pick<Services, "db"> & QueueNeeds,
  upMs: number = process.uptime() * 1_000,
): Promise<number> {
  if (upMs < FIRST_BACKUP_WITHIN_MS) return 0;
  const now = services.now();
  return inTransaction(services.db, async (tx) => {
    let queued = 0;
    await tx.execute(sql`lock table backup_states in share row exclusive mode`);
    for (const state of await findBackupStates(tx, now)) {
      const isTold = isFailing(state, now);
      const toldAt = isTold ? now.toISOString() : null;
      if (isTold !== state.isTold)
        await tx.execute(sql`update backup_states set told_at = ${toldAt}::timestamptz where place = ${state.place}`);
      if (!isTold || state.isTold) continue;
      const hours =
        state.lastGoodAt === null ? "" : String(Math.max(0, Math.floor((now.getTime() - state.lastGoodAt.getTime()) / HOUR_MS)));
      await queueEmail(services, tx, { kind: "backups-failed", to: "owner", facts: { place: state.place, hours } });
      queued += 1;
    }
    return queued;
  });
}
