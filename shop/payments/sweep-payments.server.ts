import { and, eq, inArray, isNotNull, lt, min, ne, or, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DAY_MS } from "#shop/constants.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { UNREAD_STORED_MS } from "./alerts/constants.ts";
import { EVENT_BODIES_STORED_MS, UNCONFIRMED_STATEMENTS_STORED_MS } from "./constants.ts";
import { earlierKeysOf, encryptedEarlierKeys } from "./methods/earlier-keys.server.ts";
import { withoutPayer } from "./statements/without-payer.server.ts";
import {
  paymentAttempts,
  paymentEvents,
  paymentMethodSettings,
  payments,
  statementLines,
  statements,
  unreadAlerts,
  upiAmounts,
} from "./tables.server.ts";

/**
 * Erases what payments no longer need: the bodies of old events, statements that nobody confirmed,
 * alerts that nobody could read, amounts that are free again, a webhook secret and keys that were replaced, and, after the owner's
 * retention time for payment proofs, who paid. Returns how many rows. [S10.4] [S10.16]
 */
export async function sweepPayments(services: Pick<Services, "db" | "settings" | "vault" | "now">): Promise<number> {
  const { db } = services;
  const now = services.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { eraseProofsDays } = await readSettings(services);
  const noPayer = before(eraseProofsDays * DAY_MS);
  const done = [
    await db
      .update(paymentEvents)
      .set({ body: null })
      .where(and(isNotNull(paymentEvents.body), lt(paymentEvents.receivedAt, before(EVENT_BODIES_STORED_MS)))),
    await db
      .delete(statements)
      .where(and(ne(statements.state, "confirmed"), lt(statements.uploadedAt, before(UNCONFIRMED_STATEMENTS_STORED_MS)), hasPaidNothing)),
    await db.delete(unreadAlerts).where(lt(unreadAlerts.receivedAt, before(UNREAD_STORED_MS))),
    await db.delete(upiAmounts).where(lt(upiAmounts.freeAt, now)),
    await db
      .update(paymentMethodSettings)
      .set({ oldWebhookSecret: null, oldWebhookSecretUntil: null })
      .where(lt(paymentMethodSettings.oldWebhookSecretUntil, now)),
    ...(await forgetEarlierKeys(services)),
    ...(eraseProofsDays === 0
      ? []
      : [
          await db
            .update(payments)
            .set({ payer: null })
            .where(and(isNotNull(payments.payer), lt(payments.receivedAt, noPayer))),
          await db
            .update(statementLines)
            .set(withoutPayer)
            .where(and(isNotNull(statementLines.narration), lt(statementLines.day, noPayer.toISOString().slice(0, 10)))),
        ]),
  ];
  return done.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}

/** No line of a statement has paid: what paid is proof, and stays. */
const hasPaidNothing = sql`not exists (select from ${statementLines} l where l.statement_id = statements.id and l.payment_id is not null)`;

type Erased = { rowCount: number | null };

/** Deletes keys that were replaced once no attempt from before is followed any more. [S10.16] */
async function forgetEarlierKeys(services: Pick<Services, "db" | "vault">): Promise<Erased[]> {
  const rows = await services.db.select().from(paymentMethodSettings).where(isNotNull(paymentMethodSettings.earlierKeys));
  const done: Erased[] = [];
  for (const row of rows) {
    const [oldest] = await services.db
      .select({ at: min(paymentAttempts.createdAt) })
      .from(paymentAttempts)
      .where(and(sql`${paymentAttempts.provider} = ${row.name}`, isFollowed));
    const needed = earlierKeysOf(services, row).filter(({ replacedAt }) => oldest?.at && oldest.at <= replacedAt);
    if (needed.length === earlierKeysOf(services, row).length) continue;
    const isUnchanged = and(eq(paymentMethodSettings.name, row.name), eq(paymentMethodSettings.updatedAt, row.updatedAt));
    done.push(
      await services.db
        .update(paymentMethodSettings)
        .set({ earlierKeys: encryptedEarlierKeys(services, row.name, needed) })
        .where(isUnchanged),
    );
  }
  return done;
}

/** Attempts that may still bring money. */
const isFollowed = or(inArray(paymentAttempts.state, ["opening", "open"]), isNotNull(paymentAttempts.nextCheckAt));
