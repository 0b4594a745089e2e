import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { existsSync } from "node:fs";
const root = process.cwd();
const load = (p: string) => import(join(root, p));
const { openEmbedded } = await load("platform/database/embedded.server.ts");
const { migrate } = await load("platform/database/migrate.server.ts");
const { openDatabase, closeDatabase } = await load("platform/database/open.server.ts");
const { openVault } = await load("platform/vault.server.ts");
const { noMail } = await load("platform/mail/mail.ts");
const { jobs } = await load("platform/jobs/jobs.server.ts");
const { openLog } = await load("platform/log.server.ts");
const { placeOrder } = await load("shop/orders/place-order.server.ts");
const { addUnits } = await load("shop/stock/add-units.server.ts");
const { removeProducts } = await load("shop/stock/remove-products.server.ts");
const { enterProduct } = await load("shop/stock/enter-product.server.ts");
const folder = await mkdtemp(join(tmpdir(), "ledger-bench-")); await chmod(folder, 0o711);
const pg = await openEmbedded(folder);
const vault = openVault("a secret for the measurement, long enough");
const settings = existsSync(join(root, "shop/ledger/ledger-key.server.ts")) ? (await load("shop/ledger/ledger-key.server.ts")).ledgerSettings({ vault }) : undefined;
const db = openDatabase(pg.url, settings ? { settings, max: 1 } : { max: 1 });
await migrate(db);
const services: any = { db, vault, mail: noMail, jobs, log: openLog("silent"), now: () => new Date(), isPublic: false, files: {}, live: { follow: () => () => {} } };
async function product(id: string, n: number) {
  const at = new Date();
  await db.transaction(async (tx: any) => {
    await enterProduct(tx, { id, name: "P", pricePaise: 100, description: "", image: "", isSample: false, createdAt: at, updatedAt: at });
    const r = await addUnits(services, tx, id, Array.from({ length: n }, (_, k) => `${id}-${k}`), at);
    if (!r.ok) throw new Error(r.sentence);
  });
}
const t0 = performance.now();
await product("big", 2_000);
const addMs = performance.now() - t0;
await product("hot", 2_500);

await db.$client.query("vacuum analyze");
const form = (productId: string) => ({ productId, quantity: 1, paymentMethod: "request", giftCardCode: null, email: null, expectedPrice: null, signedIn: false });
const guest = { kind: "guest", keys: { browser: null, accessKey: null } };
async function orders(n: number, at: number, choose: (k: number) => string) {
  let k = 0;
  const start = performance.now();
  await Promise.all(Array.from({ length: at }, async () => { while (k < n) { const r = await placeOrder(services, guest, form(choose(k++))); if (!r.ok) throw new Error(r.code); } }));
  return Math.round(n / ((performance.now() - start) / 1000));
}

import { readFileSync } from "node:fs";
const { rows: pids } = await db.$client.query("select pid from pg_stat_activity where application_name = 'trackside'");
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" "); return (Number(f[11]) + Number(f[12])) * 10; };
const pid = (await db.$client.query("select pg_backend_pid() as pid")).rows[0].pid;
const per: number[] = []; const wall: number[] = [];
await orders(300, 1, () => "hot");
for (let r = 0; r < 3; r++) { const c = cpu(pid); const w = performance.now(); await orders(400, 1, () => "hot"); per.push((cpu(pid) - c) / 400); wall.push((performance.now() - w) / 400); }
const hot = per.map((x) => x.toFixed(3)), spread = wall.map((x) => x.toFixed(2)), alone: any = "cpu ms per order in hot, wall ms in spread; pids " + pids.length;
const t1 = performance.now();
await db.transaction((tx: any) => removeProducts(tx, ["big"], new Date()));
const removeMs = performance.now() - t1;
console.log(JSON.stringify({ hot, spread, alone, addMs: Math.round(addMs), removeMs: Math.round(removeMs) }));
if (process.env.VERIFY && settings) {
  const { verifyShop } = await load("shop/verify/verify-shop.server.ts");
  const t = performance.now(); let n = 0;
  for await (const f of verifyShop({ ...services, files: { get: async () => null, async *list() {} } })) { n++; if (n < 5) console.log(f); }
  console.log("verify ms", Math.round(performance.now() - t), "faults", n, "rss MB", Math.round(process.memoryUsage().rss / 1e6));
}
await closeDatabase(db); await pg.close(); await rm(folder, { recursive: true, force: true });
