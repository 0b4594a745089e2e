import { letTakeLong } from "#platform/database/watched-pool.server.ts";
import type { Services } from "#platform/provides.ts";
import { ledgerKeys } from "#shop/ledger/ledger-key.server.ts";
import { bookChecks } from "./book-checks.ts";
import type { Fault } from "./fault.ts";
import { streamRows } from "./stream-rows.server.ts";
import { verifyFiles } from "./verify-files.server.ts";
import { type NotedHeads, verifyHeads } from "./verify-heads.server.ts";
import { verifyLedger } from "./verify-ledger.server.ts";
import { verifyValues } from "./verify-values.server.ts";

type Needs = Pick<Services, "db" | "files" | "vault" | "now">;

/**
 * Looks at the whole shop in one moment of it, while it goes on: where every ID is, every counter, every order, every file, and every chain of the
 * ledger, also against ends that were noted elsewhere. Gives each fault as it is found, and holds none of it in memory.
 */
export async function* verifyShop(services: Needs, noted: NotedHeads | null = null): AsyncGenerator<Fault> {
  const snapshot = await services.db.$client.connect();
  try {
    await letTakeLong(snapshot);
    await snapshot.query("begin isolation level repeatable read read only");
    // A row of the ledger unfolds into up to 2,000 fingerprints, far more than the planner thinks: it would compare each with each.
    await snapshot.query("set local enable_nestloop = off; set local enable_mergejoin = off");
    for (const check of bookChecks) yield* streamRows<Fault>(snapshot, check);
    const keys = ledgerKeys(services);
    yield* verifyLedger(snapshot, keys);
    if (noted) yield* verifyHeads(snapshot, keys, noted);
    yield* verifyValues(services, snapshot);
    yield* verifyFiles(services, snapshot);
  } finally {
    // An open snapshot is not given back to the pool.
    snapshot.release(true);
  }
}

/** How much there is to look at: IDs, orders and rows of the ledger. */
export async function sizeOfShop({ db }: Pick<Services, "db">): Promise<{ ids: number; orders: number; ledgerRows: number }> {
  const { rows } = await db.$client.query<{ ids: number; orders: number; ledgerRows: number }>(
    `select (select count(*)::float8 from units) as ids, (select count(*)::float8 from orders) as orders,
       (select coalesce(sum(ledger_seq), 0)::float8 from product_stock) as "ledgerRows"`,
  );
  return rows[0] ?? { ids: 0, orders: 0, ledgerRows: 0 };
}
