import { resolve } from "node:path";
import { expect, test } from "vitest";
import { openEmbedded } from "#platform/database/embedded.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { aDataFolder, run } from "./shop-process.ts";

const door = resolve("server/shop.ts");

test("npm run shop -- verify ends with 0 in a whole shop, and names what is wrong and ends with 1 in one that is not", async () => {
  const dataDir = await aDataFolder();
  const whole = run([door, "verify"], { env: { DATA_DIR: dataDir } });
  expect(await whole.ended, whole.output()).toBe(0);
  expect(whole.output()).toContain("Nothing is wrong: 0 IDs, 0 orders and 0 rows of the ledger.");

  const embedded = await openEmbedded(dataDir);
  const db = openDatabase(embedded.url, { max: 1 });
  await db.$client.query("set session_replication_role = replica");
  await db.$client.query("insert into products (id, name, price_paise, created_at, updated_at) values ('lost', 'Gold', 1, now(), now())");
  await closeDatabase(db);
  await embedded.close();
  const broken = run([door, "verify"], { env: { DATA_DIR: dataDir } });
  expect(await broken.ended).toBe(1);
  expect(broken.output()).toContain("product lost: it has no stock row\n1 fault among");
});
