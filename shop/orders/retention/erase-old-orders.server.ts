import { and, asc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { DAY_MS } from "#shop/constants.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { NamesOf } from "#shop/settings/settings-list.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { announceOrder } from "../announce-order.server.ts";
import { withdrawClaimsOf } from "../claims/decide-claim.server.ts";
import { ERASED_AT_ONCE } from "../constants.ts";
import { eraseOldMessages, hasOldMessages } from "../messages/erase-messages.server.ts";
import { orderMessages, orders } from "../tables.server.ts";

type Needs = Pick<Services, "db" | "settings" | "files" | "log" | "now" | "jobs">;
type Erasable = { id: string; requestCode: string; proofKey: string | null };

/**
 * One kind of erasure: which orders have the data, how to erase it, and what follows the commit.
 */
type Kind = {
  has(before: Date, tx: Tx): SQL | undefined;
  erase(tx: Tx, ids: string[], at: Date, before: Date, services: Needs): Promise<unknown>;
  after?(services: Needs, erased: Erasable[]): Promise<void>;
};

type ErasingName = NamesOf<"days">;

const kinds: Record<ErasingName, Kind> = {
  eraseProofsDays: {
    has: () =>
      or(
        isNotNull(orders.proofKey),
        sql`exists (select from order_messages m where m.order_id = ${orders.id} and m.replaced_proof_key is not null)`,
      ),
    // The hourly sweep removes the files of earlier proofs.
    erase: async (tx, ids, at) => {
      await tx.update(orderMessages).set({ replacedProofKey: null }).where(inArray(orderMessages.orderId, ids));
      await tx
        .update(orders)
        .set({ proofKey: null, proofName: null, proofErasedAt: at })
        .where(and(inArray(orders.id, ids), isNotNull(orders.proofKey)));
    },
    after: async (services, erased) => {
      for (const { proofKey } of erased) if (proofKey !== null) await dropProof(services, proofKey);
    },
  },
  eraseCodesDays: {
    has: () => isNotNull(orders.giftCardCode),
    erase: (tx, ids, at) =>
      tx.update(orders).set({ giftCardCode: null, giftCardLast4: null, codeErasedAt: at }).where(inArray(orders.id, ids)),
  },
  eraseIdsDays: {
    // A replaced ID is erased with the other IDs of its order, after the youngest of them is old
    // enough.
    has: (before) =>
      and(
        sql`${orders.status} = 'approved'`,
        isNull(orders.idsErasedAt),
        sql`not exists (select from order_units h where h.order_id = ${orders.id} and h.delivered_at >= ${before.toISOString()}::timestamptz)`,
      ),
    erase: (tx, ids, at, _before, services) => eraseIds(services, tx, ids, at),
  },
  eraseMessagesDays: { has: (before, tx) => hasOldMessages(tx, before), erase: eraseOldMessages },
};

/**
 * Erases proofs, gift card codes, delivered IDs and messages of orders that were handled longer ago
 * than the owner's retention time for each, in batches, oldest first. Several processes share the
 * work. Fingerprints stay. Returns how many orders lost something. [S14.16]
 */
export async function eraseOld(services: Needs, signal?: AbortSignal): Promise<number> {
  const settings = await readSettings(services);
  let erased = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const days = settings[name as ErasingName];
    if (days === 0) continue;
    for (let step = 1; step > 0 && !signal?.aborted; erased += step) step = await eraseSome(services, kind, days);
  }
  return erased;
}

async function eraseSome(services: Needs, { has, erase, after }: Kind, days: number): Promise<number> {
  const at = services.now();
  const before = new Date(at.getTime() - days * DAY_MS);
  const found = await inTransaction(services.db, async (tx) => {
    const { id, requestCode, proofKey, handledAt } = orders;
    const rows = await tx
      .select({ id, requestCode, proofKey })
      .from(orders)
      .where(and(has(before, tx), lt(handledAt, before)))
      .orderBy(asc(handledAt), asc(id))
      .limit(ERASED_AT_ONCE)
      .for("update", { skipLocked: true });
    if (rows.length === 0) return rows;
    await erase(
      tx,
      rows.map((row) => row.id),
      at,
      before,
      services,
    );
    for (const row of rows) await announceOrder(tx, row.requestCode);
    return rows;
  });
  await after?.(services, found);
  return found.length;
}

/**
 * Erases the orders' IDs and the faulty IDs replaced in them. The database records this in the
 * ledger by itself.
 */
async function eraseIds(services: Needs, tx: Tx, ids: string[], at: Date): Promise<void> {
  const all = sql.param(ids);
  await withdrawClaimsOf(services, tx, ids);
  const { rows } = await tx.execute<{ id: string }>(sql`select distinct product_id as id from ${orders} where id = any(${all}::text[])`);
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  );
  await tx.execute(sql`update units set value = null, erased_at = ${at.toISOString()}::timestamptz where erased_at is null and id in (
      select unit_id from order_units where order_id = any(${all}::text[])
      union all select faulty_unit_id from replacements where order_id = any(${all}::text[]))`);
  await tx
    .update(orders)
    .set({ idsErasedAt: at })
    .where(and(inArray(orders.id, ids), eq(orders.status, "approved")));
}
