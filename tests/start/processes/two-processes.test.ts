import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { createDatabase, dropDatabase } from "#tests/support/database/empty-database.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { soon } from "#tests/support/soon.ts";
import { countEvents } from "#tests/torture/machines/one-shop.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

let databaseUrl: string;
let shops: RunningShop[] = [];

beforeAll(async () => {
  if (!isBuilt) return;
  databaseUrl = await createDatabase(inject("templateUrl"));
  const environment = { DATABASE_URL: databaseUrl, SECRET: "one secret that both processes share" };
  shops = [await startShop(environment), await startShop(environment)];
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  if (databaseUrl) await dropDatabase(databaseUrl);
});

test.skipIf(!isBuilt)(`[S4.7] a page that follows an order on one server process hears of what another one did${needsBuild}`, async () => {
  const [one, other] = shops;
  if (!one || !other) throw new Error("two were started");
  const productId = await (await asOwner(one)).putOnSale("Verified account", ["unit-1", "unit-2"]);
  const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "request" });
  const placed = await fetch(`${one.address}/api/orders`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { requestCode, accessKey } = (await placed.json()) as { requestCode: string; accessKey: string };

  const key = { "x-access-key": accessKey };
  const events = countEvents(`${other.address}/api/orders/${requestCode}/events`, key);
  onTestFinished(events.stop);
  await events.isOpen;
  const cancelled = await fetch(`${one.address}/api/orders/${requestCode}/cancellation`, { method: "POST", headers: key });

  expect(cancelled.status).toBe(200);
  await expect.poll(events.count).toBe(1);
  const seen = await fetch(`${other.address}/api/orders/${requestCode}`, { headers: key });
  expect(await seen.json()).toMatchObject({ status: "cancelled" });
});

test.skipIf(!isBuilt)(
  `processes of an earlier version are not ready as soon as another one has migrated their database${needsBuild}`,
  async () => {
    const [one, other] = shops;
    if (!one || !other) throw new Error("two were started");
    const folder = await mkdtemp(join(tmpdir(), "trackside-later-"));
    await cp("platform/database/migrations", folder, { recursive: true });
    await writeFile(join(folder, "9999-later.sql"), "alter table orders rename column quantity to how_many");
    const db = openDatabase(databaseUrl, { max: 1 });
    try {
      expect(await migrate(db, folder)).toEqual(["9999-later.sql"]);
      for (const { address } of [one, other])
        for (const path of ["/readyz", "/products", "/my-orders", "/api/products"])
          await vi.waitFor(async () => {
            const { status, headers } = await fetch(address + path);
            expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
          }, soon);
      expect((await fetch(`${one.address}/healthz`)).status).toBe(200);
      for (const { said, says } of [one, other]) {
        await says(/9999-later/);
        expect(said().match(/9999-later/g), "one line in the log").toHaveLength(1);
      }
    } finally {
      await closeDatabase(db);
      await rm(folder, { recursive: true, force: true });
    }
  },
);
