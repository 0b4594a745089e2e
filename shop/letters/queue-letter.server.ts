import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type Statement, statement } from "#platform/database/statement.ts";
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
  const id = randomUUID();
  await tx.execute(queueing(services, [{ ...letter, id }]));
  return id;
}

/** The statement that puts these letters into the outbox, to be sent along with others in one round trip. */
export function outboxStatement(services: QueueNeeds, letters: LetterToQueue[]): Statement {
  const queued = letters.map((letter) => ({ ...letter, id: randomUUID() }));
  return statement(services.mail.isOn ? "queue-letters" : "keep-letters", queueing(services, queued));
}

/** One statement that puts letters into the outbox and queues their sending. Its text is the same however many they are. */
export function queueing({ vault, now, mail, jobs }: QueueNeeds, letters: (LetterToQueue & { id: string })[]): SQL {
  const all = <T>(of: (letter: LetterToQueue & { id: string }) => T) => sql.param(letters.map(of));
  const at = now();
  const written = sql`with written as (
    insert into letters (id, kind, order_id, user_id, recipient, facts, state, created_at, next_try_at)
    select id, kind, order_id, user_id, recipient, facts::jsonb, ${mail.isOn ? "waiting" : "kept"}::text, ${at}::timestamptz, ${mail.isOn ? at : null}::timestamptz
    from unnest(${all(({ id }) => id)}::text[], ${all(({ kind }) => kind)}::text[], ${all(({ orderId }) => orderId ?? null)}::text[],
      ${all(({ userId }) => userId ?? null)}::text[], ${all(({ to }) => (to === "owner" ? null : vault.seal(to.email)))}::bytea[],
      ${all(({ facts }) => JSON.stringify(facts ?? {}))}::text[]) as letter (id, kind, order_id, user_id, recipient, facts)
    returning id
  )`;
  return mail.isOn ? sql`${written} select ${sendingOfRow(jobs)} from written` : sql`${written} select from written`;
}

/** The expression that queues the sending of the letter whose `id` a row has. */
export function sendingOfRow(jobs: Services["jobs"]): SQL {
  return jobs.adding(SEND_LETTER, sql`json_build_object('letterId', id)`, sql`${letterKey("")}::text || id`);
}
