import { and, isNotNull, lt, ne } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DAY_MS } from "#shop/constants.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { EVENT_BODIES_STORED_MS, UNCONFIRMED_STATEMENTS_STORED_MS } from "./constants.ts";
import { paymentEvents, paymentMethodSettings, payments, statementLines, statements, upiAmounts } from "./tables.server.ts";

/**
 * Erases what payments no longer need: the bodies of old events, statements that nobody confirmed,
 * amounts that are free again, a webhook secret that was replaced, and, after the owner's retention
 * time for payment proofs, who paid. Returns how many rows. [S10.4] [S10.16]
 */
export async function sweepPayments(services: Pick<Services, "db" | "settings" | "now">): Promise<number> {
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
      .where(and(ne(statements.state, "confirmed"), lt(statements.uploadedAt, before(UNCONFIRMED_STATEMENTS_STORED_MS)))),
    await db.delete(upiAmounts).where(lt(upiAmounts.freeAt, now)),
    await db
      .update(paymentMethodSettings)
      .set({ oldWebhookSecret: null, oldWebhookSecretUntil: null })
      .where(lt(paymentMethodSettings.oldWebhookSecretUntil, now)),
    ...(eraseProofsDays === 0
      ? []
      : [
          await db
            .update(payments)
            .set({ payer: null })
            .where(and(isNotNull(payments.payer), lt(payments.receivedAt, noPayer))),
          await db
            .update(statementLines)
            .set({ narration: null })
            .where(and(isNotNull(statementLines.narration), lt(statementLines.day, noPayer.toISOString().slice(0, 10)))),
        ]),
  ];
  return done.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
