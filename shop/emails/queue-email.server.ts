import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import type { Outbox } from "#shop/outbox/outbox.server.ts";
import { EMAIL_CLAIM_MS, EMAIL_RETRIES } from "./constants.ts";
import type { EmailKind, Recipient } from "./email.ts";
import { emails } from "./tables.server.ts";

/** An email to queue: its kind and its recipient. `facts` must not contain secrets. */
export type EmailToQueue = {
  kind: EmailKind;
  to: Recipient;
  orderId?: string;
  /**
   * The account that it is about. The email is deleted with the account, and never shown if the
   * account is an admin's.
   */
  userId?: string;
  facts?: Record<string, string>;
};

/** The services a command needs to queue an email. */
export type QueueNeeds = Pick<Services, "vault" | "now" | "mail" | "jobs">;

/** The job that sends all emails that are due. */
export const SEND_EMAILS = "send-emails";
/** The job of a release that had one for each email. It does the same. */
export const SEND_EMAIL = "send-email";

/** The emails that wait. A job wakes the senders once for all emails of a statement. */
export const emailOutbox: Outbox<typeof emails> = {
  table: emails,
  mayGo: sql`true`,
  order: sql`email_urgency(kind), next_attempt_at, id`,
  claimMs: EMAIL_CLAIM_MS,
  retries: EMAIL_RETRIES,
  queueing: queueingEmails,
  isQueued: (jobs, runAt) => jobs.isDueBy(SEND_EMAILS, sql`${runAt} + interval '1 second'`),
};

/**
 * Queues an email in the caller's transaction and returns its id. It is sent after the commit and
 * `delayMs`, or only stored if email is not set up.
 */
export async function queueEmail(services: QueueNeeds, tx: Pick<Tx, "execute">, email: EmailToQueue, delayMs = 0): Promise<string> {
  const queued = { ...email, id: randomUUID() };
  await tx.execute(queueing(services, [queued], delayMs));
  return queued.id;
}

/**
 * A statement that queues emails and the job that sends them, all after `delayMs`. Its text is the same for any number of emails, so
 * PostgreSQL can reuse the plan.
 */
export function queueing(services: QueueNeeds, queued: (EmailToQueue & { id: string })[], delayMs = 0): SQL {
  const columns = columnsOf(services, queued, delayMs);
  if (!services.mail.isOn) return stored(columns);
  return delayMs === 0 ? sent(columns, services.jobs) : sent(columns, services.jobs, sql`next_attempt_at`);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf({ vault, now, mail }: QueueNeeds, queued: (EmailToQueue & { id: string })[], delayMs: number) {
  const at = now();
  return {
    state: mail.isOn ? "waiting" : "kept",
    at,
    nextAttemptAt: mail.isOn ? new Date(at.getTime() + delayMs) : null,
    ids: queued.map(({ id }) => id),
    kinds: queued.map(({ kind }) => kind),
    orderIds: queued.map(({ orderId }) => orderId ?? null),
    userIds: queued.map(({ userId }) => userId ?? null),
    recipients: queued.map(({ id, to }) => (to === "owner" ? null : vault.encrypt(placeOf("emails.recipient", id), to.email))),
    facts: queued.map(({ facts }) => JSON.stringify(facts ?? {})),
  };
}

function stored(columns: Columns): SQL {
  return sql`${inserted(columns)} select from written`;
}

function sent(columns: Columns, jobs: Services["jobs"], runAt?: SQL): SQL {
  return sql`${inserted(columns)} select ${queueingEmails(jobs, sql`written`, runAt)}`;
}

function inserted({ state, at, nextAttemptAt, ids, kinds, orderIds, userIds, recipients, facts }: Columns): SQL {
  return sql`with written as (
    insert into emails (id, kind, order_id, user_id, recipient, facts, state, created_at, next_attempt_at)
    select id, kind, order_id, user_id, recipient, facts::jsonb, ${state}::text, ${at}::timestamptz, ${nextAttemptAt}::timestamptz
    from unnest(${sql.param(ids)}::text[], ${sql.param(kinds)}::text[], ${sql.param(orderIds)}::text[], ${sql.param(userIds)}::text[],
      ${sql.param(recipients)}::bytea[], ${sql.param(facts)}::text[]) as email (id, kind, order_id, user_id, recipient, facts)
    returning id, next_attempt_at
  )`;
}

/**
 * One job for all that is due now, and one for each second in which some are due later. The latter
 * have keys, so that many emails that fail together queue few jobs.
 */
function queueingEmails(jobs: Services["jobs"], rows: SQL, runAt?: SQL): SQL {
  const job = { task: SEND_EMAILS, payload: sql`'{}'::json` };
  if (!runAt) return jobs.adding(sql`(select from ${rows} limit 1) as any_of_them`, { ...job, key: sql`null` });
  const second = sql`case when ${runAt} > now() then date_trunc('second', ${runAt}) + interval '1 second' else now() end`;
  return jobs.adding(sql`(select distinct ${second} as at from ${rows}) as moments`, {
    ...job,
    key: sql`'emails at ' || extract(epoch from at)`,
    runAt: sql`at`,
  });
}
