import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import type { Services } from "#platform/provides.ts";
import { ledgerKeys } from "#shop/ledger/ledger-key.server.ts";
import { bookChecks } from "./book-checks.ts";
import type { Fault } from "./fault.ts";
import { ledgerChecks } from "./ledger-checks.ts";
import { paymentChecks } from "./payment-checks.ts";
import { salesChecks } from "./sales-checks.ts";
import { streamRows } from "./stream-rows.server.ts";
import { verifyEncrypted } from "./verify-encrypted.server.ts";
import { verifyFiles } from "./verify-files.server.ts";
import { type RecordedHeads, verifyHeads } from "./verify-heads.server.ts";
import { verifyLedger } from "./verify-ledger.server.ts";
import { columnsBesideRows, verifyRows } from "./verify-rows.server.ts";
import { verifyValues } from "./verify-values.server.ts";

type Needs = Pick<Services, "db" | "files" | "vault" | "now">;

/** How many reported rows are remembered to avoid reporting them twice. */
const NAMED_MAX = 10_000;

/**
 * Checks the whole running shop in one snapshot: the place of every ID, all counters, orders, rows
 * (by the rules of the forms), files, and the ledger's chains, also against heads recorded
 * elsewhere. Yields faults as they are found.
 */
export async function* verifyShop(services: Needs, recorded: RecordedHeads | null = null): AsyncGenerator<Fault> {
  const snapshot = await services.db.$client.connect();
  try {
    await letTakeLong(snapshot);
    await snapshot.query("begin isolation level repeatable read read only");
    // The planner underestimates how many fingerprints a ledger row expands to (up to 2,000) and
    // would compare each with each; force hash joins.
    await snapshot.query("set local enable_nestloop = off; set local enable_mergejoin = off");
    const named = new Set<string>();
    for (const check of [...bookChecks, ...salesChecks, ...paymentChecks, ...ledgerChecks, ...ruleChecks, ...restoreChecks]) {
      for await (const fault of streamRows<Fault>(snapshot, check)) {
        if (named.size < NAMED_MAX) named.add(fault.row);
        yield fault;
      }
    }
    const keys = ledgerKeys(services);
    yield* verifyLedger(snapshot, keys);
    if (recorded) yield* verifyHeads(snapshot, keys, recorded);
    yield* verifyValues(services, snapshot);
    for await (const fault of verifyRows(services, snapshot)) if (!named.has(fault.row)) yield fault;
    yield* verifyEncrypted(services, snapshot, columnsBesideRows);
    yield* verifyFiles(services, snapshot);
  } finally {
    // Destroy the connection instead of returning it to the pool with its open snapshot.
    snapshot.release(true);
  }
}

/** Checks that no trigger of the database is disabled, in the form of `bookChecks`. */
const ruleChecks: string[] = [
  `select 'table ' || c.relname as row, 'its rule ' || t.tgname || ' is switched off' as wrong
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = current_schema()::regnamespace and t.tgenabled not in ('O', 'A')`,
];

/** Names a restored shop that its owner has not settled, in the form of `bookChecks`. */
const restoreChecks: string[] = [
  `select 'restore of ' || to_char(restored_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as row,
    'not settled: ' || (select count(*) from units where withdrawn = 'held back') || ' IDs are held back until the owner says at /admin/restored which went out since the '
      || kind || ' of ' || to_char(made_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as wrong
  from restores where settled_at is null`,
];

/** How much there is to verify: IDs, orders and ledger rows. */
export async function sizeOfShop({ db }: Pick<Services, "db">): Promise<{ ids: number; orders: number; ledgerRows: number }> {
  const { rows } = await db.$client.query<{ ids: number; orders: number; ledgerRows: number }>(
    `select (select count(*)::float8 from units) as ids, (select count(*)::float8 from orders) as orders,
       (select coalesce(sum(ledger_seq), 0)::float8 from product_stock) as "ledgerRows"`,
  );
  return rows[0] ?? { ids: 0, orders: 0, ledgerRows: 0 };
}
