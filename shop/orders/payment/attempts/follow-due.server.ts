import { and, asc, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { paymentAttempts, paymentEvents } from "#shop/payments/tables.server.ts";
import { followPayment } from "./payment-jobs.server.ts";

/** How many attempts one run of the chore queues; the next run continues. */
const QUEUED_AT_ONCE = 500;

/** Queues the attempts whose provider is to be asked by now. Returns how many. [S10.11] */
export async function followDuePayments(services: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  const due = await services.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isNotNull(paymentAttempts.nextCheckAt), lte(paymentAttempts.nextCheckAt, services.now())))
    .orderBy(asc(paymentAttempts.nextCheckAt), asc(paymentAttempts.id))
    .limit(QUEUED_AT_ONCE);
  for (const { id } of due) await followPayment(services, services.db, id);
  return due.length;
}

/**
 * Queues all attempts that may still be paid, whenever they are due, and those with an event whose
 * check has not finished: at the start of the shop, and so after it was killed and after a backup
 * was restored. Returns how many. [S10.4] [S10.11]
 */
export async function followOpenPayments(services: Pick<Services, "db" | "jobs">): Promise<number> {
  const [open, unfinished] = await Promise.all([
    services.db
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(or(inArray(paymentAttempts.state, ["opening", "open"]), isNotNull(paymentAttempts.nextCheckAt))),
    services.db
      .selectDistinct({ id: paymentEvents.attemptId })
      .from(paymentEvents)
      .where(and(isNull(paymentEvents.outcome), isNotNull(paymentEvents.attemptId))),
  ]);
  const ids = new Set([...open, ...unfinished].flatMap(({ id }) => id ?? []));
  for (const id of ids) await followPayment(services, services.db, id);
  return ids.size;
}
