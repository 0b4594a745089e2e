import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import type { EmailKind, Recipient } from "./email.ts";

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

/** The job that sends an email; its payload is `{emailId}`. */
export const SEND_EMAIL = "send-email";

/** The key that allows only one job for each email. */
export function emailKey(emailId: string): string {
  return `email:${emailId}`;
}

/**
 * Queues an email in the caller's transaction and returns its id. It is sent after the commit, or
 * only stored if email is not set up.
 */
export async function queueEmail(services: QueueNeeds, tx: Pick<Tx, "execute">, email: EmailToQueue): Promise<string> {
  const queued = { ...email, id: randomUUID() };
  await tx.execute(queueing(services, [queued]));
  return queued.id;
}

/**
 * A statement that queues emails and their jobs. Its text is the same for any number of emails, so
 * PostgreSQL can reuse the plan.
 */
export function queueing(services: QueueNeeds, emails: (EmailToQueue & { id: string })[]): SQL {
  const columns = columnsOf(services, emails);
  return services.mail.isOn ? sent(columns, services.jobs) : stored(columns);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf({ vault, now, mail }: QueueNeeds, emails: (EmailToQueue & { id: string })[]) {
  const at = now();
  return {
    state: mail.isOn ? "waiting" : "kept",
    at,
    nextAttemptAt: mail.isOn ? at : null,
    ids: emails.map(({ id }) => id),
    kinds: emails.map(({ kind }) => kind),
    orderIds: emails.map(({ orderId }) => orderId ?? null),
    userIds: emails.map(({ userId }) => userId ?? null),
    recipients: emails.map(({ id, to }) => (to === "owner" ? null : vault.encrypt(placeOf("emails.recipient", id), to.email))),
    facts: emails.map(({ facts }) => JSON.stringify(facts ?? {})),
  };
}

function stored(columns: Columns): SQL {
  return sql`${inserted(columns)} select from written`;
}

function sent(columns: Columns, jobs: Services["jobs"]): SQL {
  return sql`${inserted(columns)} select ${sendingOf(jobs, sql`written`)}`;
}

function inserted({ state, at, nextAttemptAt, ids, kinds, orderIds, userIds, recipients, facts }: Columns): SQL {
  return sql`with written as (
    insert into emails (id, kind, order_id, user_id, recipient, facts, state, created_at, next_attempt_at)
    select id, kind, order_id, user_id, recipient, facts::jsonb, ${state}::text, ${at}::timestamptz, ${nextAttemptAt}::timestamptz
    from unnest(${sql.param(ids)}::text[], ${sql.param(kinds)}::text[], ${sql.param(orderIds)}::text[], ${sql.param(userIds)}::text[],
      ${sql.param(recipients)}::bytea[], ${sql.param(facts)}::text[]) as email (id, kind, order_id, user_id, recipient, facts)
    returning id
  )`;
}

/**
 * A SQL expression that queues a sending job for each `id` in `rows`. `runAt` is an expression over
 * a row; without it they are sent now.
 */
export function sendingOf(jobs: Services["jobs"], rows: SQL, runAt?: SQL): SQL {
  const job = { task: SEND_EMAIL, payload: sql`json_build_object('emailId', id)`, key: sql`${emailKey("")}::text || id` };
  return jobs.adding(rows, runAt ? { ...job, runAt } : job);
}
