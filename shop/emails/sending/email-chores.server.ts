import { lt } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { requeueLost } from "#shop/outbox/outbox.server.ts";
import { EMAIL_STORED_MS } from "../constants.ts";
import { emailOutbox } from "../queue-email.server.ts";
import { emails } from "../tables.server.ts";

/** Queues waiting emails that have no job, if email is set up. Returns how many. */
export async function requeueEmails(services: Pick<Services, "db" | "jobs" | "now" | "mail">): Promise<number> {
  return services.mail.isOn ? requeueLost(services, emailOutbox) : 0;
}

/** Removes emails older than `EMAIL_STORED_MS`. Returns how many. */
export async function removeOldEmails({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(emails).where(lt(emails.createdAt, new Date(now().getTime() - EMAIL_STORED_MS)));
  return rowCount ?? 0;
}
