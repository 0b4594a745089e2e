import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { countAttempts, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import { claimDue } from "#shop/outbox/outbox.server.ts";
import { NEW_ORDERS_EVERY_MS, NEW_ORDERS_OF_EMAIL_MAX } from "../constants.ts";
import { emailOutbox, SEND_EMAILS } from "../queue-email.server.ts";
import { type EmailRow, emails } from "../tables.server.ts";

type Needs = RateLimitNeeds & Pick<Services, "jobs">;

const aboutNewOrders = sql`email_urgency(kind) = 3`;
const aboutOthers = sql`email_urgency(kind) < 3`;
const oneEmail = { who: "email about new orders", most: 1, windowMs: NEW_ORDERS_EVERY_MS };

/** Claims the first due emails, those about new orders left out: links, then to buyers, then to the owner. */
export function claimEmails(services: Needs, most: number): Promise<EmailRow[]> {
  return claimDue(services, emailOutbox, { name: "claim-emails", which: aboutOthers, most });
}

/**
 * Claims all due emails about new orders, which become one. The owner gets one in each
 * `NEW_ORDERS_EVERY_MS`, from all processes together: until then this claims none, and queues a job
 * for the end of that time.
 */
export async function claimNewOrders(services: Needs): Promise<EmailRow[]> {
  if (!(await isAnyDue(services, aboutNewOrders))) return [];
  const waitMs = await countAttempts(services, [oneEmail]);
  if (waitMs === null)
    return claimDue(services, emailOutbox, { name: "claim-new-orders", which: aboutNewOrders, most: NEW_ORDERS_OF_EMAIL_MAX });
  await services.jobs.add(services.db, { task: SEND_EMAILS, key: "email about new orders", delayMs: waitMs });
  return [];
}

async function isAnyDue({ db, now }: Needs, which: SQL): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${emails} where state = 'waiting' and next_attempt_at <= ${now()}::timestamptz and ${which} limit 1`,
  );
  return rows.length > 0;
}
