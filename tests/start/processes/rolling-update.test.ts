import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { migrationNames } from "#platform/database/migrate.server.ts";
import { createDatabase, dropDatabase } from "#tests/support/database/empty-database.ts";
import { makeNextVersion } from "#tests/support/processes/next-version.ts";
import { here, type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { post } from "#tests/torture/storm.ts";
import { aDataFolder, command, isBuilt, needsBuild } from "../shop-process.ts";

/** Four shops are started one after another. */
vi.setConfig({ testTimeout: 180_000 });

const LAST = (await migrationNames()).at(-1)?.slice(0, 4);
/** The first adds a column beside this version. The second says that only the first is left. */
const FIRST = { [`9001-notes.beside-${LAST}.sql`]: "alter table orders add column notes text" };
const SECOND = { "9002-less.beside-9001.sql": "alter table orders alter column notes set default ''" };

const SECRET = "one secret that all machines share";
let databaseUrl: string;
const programs: string[] = [];
beforeAll(async () => {
  if (!isBuilt) return;
  databaseUrl = await createDatabase(inject("templateUrl"));
  programs.push(await makeNextVersion(FIRST), await makeNextVersion({ ...FIRST, ...SECOND }));
}, 60_000);
afterAll(async () => {
  if (databaseUrl) await dropDatabase(databaseUrl);
  for (const program of programs) await rm(program, { recursive: true, force: true });
});

async function aShopOf(program = "."): Promise<RunningShop> {
  const shop = await startShop({ DATABASE_URL: databaseUrl, SECRET }, { ...here, program });
  onTestFinished(async () => void (await shop.stop()));
  return shop;
}

/** Logs in, orders and approves; returns the status of the order. */
async function sells(shop: RunningShop): Promise<string | null> {
  const owner = await asOwner(shop);
  const productId = await owner.putOnSale("Verified account", [`unit-${Math.random()}`]);
  const placed = await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
  expect(placed.status).toBe(201);
  const { requestCode } = placed.body as { requestCode: string };
  expect((await owner.approve(requestCode)).status).toBe(200);
  return owner.statusOf(requestCode);
}

test.skipIf(!isBuilt)(
  `the previous release sells beside the next one on its schema, runs commands, starts on it again, and is not ready once a later one takes away what it needs${needsBuild}`,
  async () => {
    const [next, afterNext] = programs;
    const previous = await aShopOf();
    expect(await sells(previous)).toBe("approved");

    const updated = await aShopOf(next);
    const restarted = await aShopOf();
    for (const shop of [previous, updated, restarted]) {
      expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
      expect(await sells(shop)).toBe("approved");
    }
    const verify = command(["verify"], await aDataFolder(), { DATABASE_URL: databaseUrl, SECRET });
    expect(await verify.ended, verify.output()).toBe(0);

    await aShopOf(afterNext);
    await vi.waitFor(async () => expect((await fetch(`${previous.address}/products`)).status).toBe(503), { timeout: 10_000 });
    await previous.says(/9002-less\.beside-9001\.sql/);
    await expect(aShopOf()).rejects.toThrow("newer version of the shop");
    expect((await fetch(`${updated.address}/readyz`)).status).toBe(200);
    expect(await sells(updated)).toBe("approved");
  },
);
