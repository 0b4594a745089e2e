import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { cookieOf } from "./shop-calls.ts";

/** A running shop with many payments, and its owner's cookie. */
export type MoneyShop = { address: string; cookie: string; close(): Promise<void> };

/** Of this many payments one waits for a decision, 1,000 at most: an owner decides them. */
const ONE_OPEN_IN = 100;
const OPEN_MAX = 1_000;

/** Starts a shop with this many payments, most of them decided, over the last years. */
export async function openMoneyShop(payments: number): Promise<MoneyShop> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-money-"));
  await chmod(folder, 0o711);
  const postgres = await openEmbedded(folder);
  const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: "a secret of the benchmark, of 32 bytes" });
  await withClient(postgres.url, async (client) => {
    // Without the triggers, which look at each row by itself.
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into payments (id, source, reference, paise, currency, paid_at, received_at, state, problem, reason, decided_by, decided_at)
       select 'payment-' || n, 'razorpay', 'pay_' || n, 49900, 'INR', at, at, state,
         'unknown', case state when 'ignored' then 'of another shop' end, case state when 'ignored' then 'owner' end, case state when 'ignored' then at end
       from generate_series(1, $1::integer) n,
         lateral (select now() - n * interval '1 minute' as at, case when n % $2 = 0 and n / $2 <= $3 then 'review' else 'ignored' end as state) as made`,
      [payments, ONE_OPEN_IN, OPEN_MAX],
    );
    await client.query("vacuum analyze payments");
  });
  return {
    address: shop.address,
    cookie: await cookieOf(shop),
    async close() {
      await shop.stop();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
