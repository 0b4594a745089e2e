import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openHub } from "#platform/live/hub.ts";
import { findStatement } from "#shop/orders/payment/statements/find-statements.server.ts";
import { uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { openSettings } from "#shop/settings/settings.server.ts";
import { anOwner } from "#tests/support/shop/builders.ts";
import { benchLedger, benchVault } from "./load/pgbench.ts";
import { MB } from "./measuring/memory.ts";
import { reportAtMost } from "./measuring/report.ts";

/** As many orders and lines; a smaller number only shows that it runs. */
const LINES = Number(process.argv[2] ?? 100_000);
const ORDERS = LINES;
const LINES_AT_ONCE = 1_000;
const MATCHED_WITHIN_S = 30;
const OVER_IDLE_MB = 300;
const DAY = "2026-11-26";

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const db = openDatabase(postgres.url, { settings: benchLedger, forNobody: true });
const settings = openSettings({ db, live: openHub() });
const services = { db, settings, vault: benchVault, now: () => new Date(`${DAY}T12:00:00Z`) };
const admin = { kind: "admin", rights: "all", userId: "bench", email: "owner@shop.example" } as const;

try {
  await migrate(db);
  await makeOrders();
  const idle = process.memoryUsage().rss;
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const startedAt = performance.now();
  const file = { name: "statement.csv", size: LINES * 100, stream: lines };
  const uploaded = await uploadStatement(services, admin, { bank: "hdfc", columns: {} }, file);
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(watch);
  if (!uploaded.ok) throw new Error(uploaded.code);
  const counts = (await findStatement(services, anOwner, uploaded.value.statementId))?.counts;
  console.log(`${LINES.toLocaleString("en")} lines against ${ORDERS.toLocaleString("en")} orders: ${JSON.stringify(counts)}\n`);
  const what = `a statement of ${LINES.toLocaleString("en")} lines against ${ORDERS.toLocaleString("en")} orders`;
  reportAtMost(`${what}, read and matched`, [seconds], "s", MATCHED_WITHIN_S);
  reportAtMost(`${what}, memory of the process over idle`, [(most - idle) / MB], "MB", OVER_IDLE_MB);
} finally {
  await closeDatabase(db);
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Handled orders by UPI, nine of ten with a UTR, a tenth of these with the amount of their line.
 */
async function makeOrders(): Promise<void> {
  await db.$client.query(
    "insert into products (id, name, price_paise, created_at, updated_at) values ('p', 'Account', 49900, now(), now())",
  );
  // In steps: what a transaction checks at its end grows faster than its orders.
  for (let from = 1; from <= ORDERS; from += LINES_AT_ONCE) {
    await db.$client.query(
      `insert into orders (id, request_code, status, cancelled_at, product_id, product_name, quantity, price_paise, total_paise, payment_method, utr, utr_sent_at, created_at)
       select gen_random_uuid(), 'REQ-' || n, 'cancelled', $3, 'p', 'Account', 1, 49900, 49900, 'upi',
         case when n % 10 > 0 then (600000000000 + n)::text end, case when n % 10 > 0 then $3::timestamptz end, $3
       from generate_series($1::int, $2::int) n`,
      [from, Math.min(from + LINES_AT_ONCE - 1, ORDERS), `${DAY}T06:00:00Z`],
    );
    if (from === 1) await db.$client.query("analyze orders");
  }
  await db.$client.query("analyze orders");
}

/** The statement: lines with the UTR of an order, half of them with its amount, and others. */
async function* lines(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n");
  for (let from = 1; from <= LINES; from += LINES_AT_ONCE) {
    const rows = Array.from({ length: LINES_AT_ONCE }, (_, at) => {
      const n = from + at;
      const utr = n % 3 === 0 ? randomUUID().replace(/\D/g, "").padEnd(12, "7").slice(0, 12) : String(600_000_000_000 + n);
      return `26/11/26,UPI-ASHA VERMA-ASHA@OKAXIS-UTIB0000123-${utr}-ORDER,0000${utr},26/11/26,,${n % 2 === 0 ? "499.00" : "250.50"},"1,00,499.07"\n`;
    });
    yield Buffer.from(rows.join(""));
  }
}
