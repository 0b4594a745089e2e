import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import { type Open, type Statement, written } from "#platform/database/statement.ts";
import type { Services } from "#platform/provides.ts";
import type { LetterKind, Recipient } from "./letter.ts";

/** A letter to be written: what it is about, and to whom. `facts` are plain words that are no secret. */
export type LetterToQueue = {
  kind: LetterKind;
  to: Recipient;
  orderId?: string;
  /** Whose account it is about: it goes with the account, and an admin's is never shown. */
  userId?: string;
  facts?: Record<string, string>;
};

/** What a deed that queues a letter needs for it. */
export type QueueNeeds = Pick<Services, "vault" | "now" | "mail" | "jobs">;

/** The job that sends a letter; its payload is `{letterId}`. */
export const SEND_LETTER = "send-letter";

/** The queue holds one job of a letter. */
export function letterKey(letterId: string): string {
  return `letter:${letterId}`;
}

/** Step: puts a letter into the outbox in the deed's own transaction; it goes out after the commit, or is only kept where no mail is set up. Returns its id. */
export async function queueLetter(services: QueueNeeds, tx: Pick<Tx, "execute">, letter: LetterToQueue): Promise<string> {
  const queued = { ...letter, id: randomUUID() };
  await tx.execute(queueing(services, [queued]));
  return queued.id;
}

/** The statement that puts these letters into the outbox, to be sent along with others in one round trip. */
export function outboxStatement(services: QueueNeeds, letters: LetterToQueue[]): Statement {
  const queued = columnsOf(
    services,
    letters.map((letter) => ({ ...letter, id: randomUUID() })),
  );
  return services.mail.isOn ? queueWith(services.jobs)(queued) : keep(queued);
}

/** One statement that puts letters into the outbox and queues their sending. Its text is the same however many they are. */
export function queueing(services: QueueNeeds, letters: (LetterToQueue & { id: string })[]): SQL {
  const columns = columnsOf(services, letters);
  return services.mail.isOn ? sent(columns, services.jobs) : kept(columns);
}

function columnsOf({ vault, now, mail }: QueueNeeds, letters: (LetterToQueue & { id: string })[]) {
  const at = now();
  return {
    state: mail.isOn ? "waiting" : "kept",
    at,
    nextTryAt: mail.isOn ? at : null,
    ids: letters.map(({ id }) => id),
    kinds: letters.map(({ kind }) => kind),
    orderIds: letters.map(({ orderId }) => orderId ?? null),
    userIds: letters.map(({ userId }) => userId ?? null),
    recipients: letters.map(({ to }) => (to === "owner" ? null : vault.seal(to.email))),
    facts: letters.map(({ facts }) => JSON.stringify(facts ?? {})),
  };
}

type Columns = Open<ReturnType<typeof columnsOf>>;

const keep = written("keep-letters", kept);
const queueWith = preparedOnce((jobs: Services["jobs"]) => written("queue-letters", (columns: Columns) => sent(columns, jobs)));

function kept(columns: Columns): SQL {
  return sql`${inserted(columns)} select from written`;
}

function sent(columns: Columns, jobs: Services["jobs"]): SQL {
  return sql`${inserted(columns)} select ${sendingOfRow(jobs)} from written`;
}

function inserted({ state, at, nextTryAt, ids, kinds, orderIds, userIds, recipients, facts }: Columns): SQL {
  return sql`with written as (
    insert into letters (id, kind, order_id, user_id, recipient, facts, state, created_at, next_try_at)
    select id, kind, order_id, user_id, recipient, facts::jsonb, ${state}::text, ${at}::timestamptz, ${nextTryAt}::timestamptz
    from unnest(${sql.param(ids)}::text[], ${sql.param(kinds)}::text[], ${sql.param(orderIds)}::text[], ${sql.param(userIds)}::text[],
      ${sql.param(recipients)}::bytea[], ${sql.param(facts)}::text[]) as letter (id, kind, order_id, user_id, recipient, facts)
    returning id
  )`;
}

/** The expression that queues the sending of the letter whose `id` a row has. */
export function sendingOfRow(jobs: Services["jobs"]): SQL {
  return jobs.adding(SEND_LETTER, sql`json_build_object('letterId', id)`, sql`${letterKey("")}::text || id`);
}
