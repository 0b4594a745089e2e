import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { type QueueNeeds, queueing } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type Translated, textIn } from "#shop/translations.ts";
import { NOTIFIED_AT_ONCE, NOTIFIED_STORED_MS } from "./constants.ts";

type Needs = Pick<Services, "db"> & QueueNeeds;

/** A product whose IDs came in: how many of them are still to be told of, and its name. */
type Arrived = Translated<"name"> & { n: number };
type Notified = { id: string; email: Buffer; language: string; userId: string | null };

/**
 * Queues one email to each person whose turn it is: for each product in the order in which they
 * asked, to no more people than IDs came in and are still free. IDs of a hidden product count when
 * it is shown. Returns how many were notified. [S12.9]
 */
export async function notifyWaiting(services: Needs, stopping?: AbortSignal): Promise<number> {
  if (!services.mail.isOn) return 0;
  const { rows } = await services.db.execute<{ id: string }>(sql`select distinct a.product_id as id from stock_arrivals a
    join products p on p.id = a.product_id where p.deleted_at is null and p.hidden_at is null`);
  let notified = 0;
  for (const { id } of rows) {
    for (let step = NOTIFIED_AT_ONCE; step === NOTIFIED_AT_ONCE && !stopping?.aborted; notified += step)
      step = await inTransaction(services.db, (tx) => notifySome(services, tx, id));
  }
  return notified;
}

async function notifySome(services: Needs, tx: Tx, productId: string): Promise<number> {
  // A product's turns are given by one process at a time.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('waitlist ' || ${productId}, 0))`);
  const arrived = await takeArrived(tx, productId);
  if (!arrived) return 0;
  const notified = await takeTurns(services, tx, productId, Math.min(arrived.n, NOTIFIED_AT_ONCE));
  const left = arrived.n - notified.length;
  if (notified.length === NOTIFIED_AT_ONCE && left > 0)
    await tx.execute(sql`insert into stock_arrivals (product_id, ids) values (${productId}, ${left})`);
  if (notified.length > 0) await tx.execute(queueing(services, emailsTo(services, notified, arrived)));
  return notified.length;
}

/** Takes what came in, at most what is still free. Null if that is nothing. */
async function takeArrived(tx: Tx, productId: string): Promise<Arrived | null> {
  const { rows } = await tx.execute<Arrived>(sql`
    with taken as (delete from stock_arrivals where product_id = ${productId} returning ids)
    select least((select coalesce(sum(ids), 0) from taken), s.available)::integer as n, p.name, p.language, p.translations
    from products p join product_stock s on s.product_id = p.id where p.id = ${productId}`);
  const [arrived] = rows;
  return arrived && arrived.n > 0 ? arrived : null;
}

async function takeTurns({ now }: Needs, tx: Tx, productId: string, most: number): Promise<Notified[]> {
  const at = now();
  const { rows } = await tx.execute<Notified>(sql`
    update waitlist w set notified_at = ${at}::timestamptz, stored_until = ${new Date(at.getTime() + NOTIFIED_STORED_MS)}::timestamptz,
      token_hash = null, token_expires_at = null
    from (select id from waitlist where product_id = ${productId} and confirmed_at is not null and notified_at is null
      order by created_at, id limit ${most} for update) as turn
    where w.id = turn.id returning w.id, w.email, w.language, w.user_id as "userId"`);
  return rows;
}

function emailsTo({ vault }: Needs, notified: Notified[], product: Arrived) {
  return notified.map(({ id, email, language, userId }) => ({
    id: randomUUID(),
    kind: "back-in-stock" as const,
    to: { email: vault.decrypt(placeOf("waitlist.email", id), email) },
    facts: { entryId: id, product: textIn(product, "name", language).text },
    ...(userId !== null && { userId }),
  }));
}
