import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { findMigrationRun, type MigrationRun } from "../report/migration-report.server.ts";
import { storeFile } from "../uploads/uploads.server.ts";
import { readNewestRun } from "./read-runs.server.ts";
import { startMigration } from "./start-migration.server.ts";
import { stopMigration } from "./stop-migration.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
beforeEach(async () => {
  const bytes = await readFile(new URL("../../tests/support/old-shop/old-store-export.json", import.meta.url));
  await storeFile(shop.services, admin, { kind: "database", name: "export.json", size: bytes.length, bytes: new Blob([bytes]).stream() });
});
afterAll(() => shop.close());

const rowsOf = async () => ({ orders: await shop.services.db.$count(orders), products: await shop.services.db.$count(products) });

/**
 * Starts a run and holds it where orders are imported until `meanwhile` is done; returns the
 * finished run.
 */
async function whileOrdersWait(isPreview: boolean, meanwhile: (runId: string) => Promise<void>): Promise<MigrationRun | null> {
  const holder = await shop.services.db.$client.connect();
  try {
    await holder.query("begin; set local idle_in_transaction_session_timeout = 0; lock table orders in exclusive mode");
    const started = await startMigration(shop.services, admin, { isPreview });
    if (!started.ok) throw new Error(started.code);
    await vi.waitUntil(async () => (await findMigrationRun(shop.services, started.value.runId))?.progress?.doing === "orders", {
      timeout: 20_000,
    });
    await meanwhile(started.value.runId);
    await holder.query("rollback");
    await started.value.ended;
    return await findMigrationRun(shop.services, started.value.runId);
  } finally {
    holder.release(true);
  }
}

test("a preview that an admin stops writes nothing, and says who stopped it", async () => {
  const run = await whileOrdersWait(true, async (runId) => {
    expect(await stopMigration(shop.services, admin, runId)).toEqual({ ok: true, value: null });
  });
  expect(run).toMatchObject({ state: "failed", problem: { code: "previewStopped", words: { admin: admin.email } } });
  expect(await rowsOf()).toEqual({ orders: 0, products: 0 });
});

test("a run that is recorded as stopped writes no further kind, also where its process is not broken off", async () => {
  const stopped = await whileOrdersWait(false, async (runId) => {
    await shop.services.db.$client.query("update old_shop_imports set state = 'failed', problem = 'It was stopped.' where id = $1", [
      runId,
    ]);
  });
  expect(stopped).toMatchObject({ state: "failed", problem: "It was stopped." });
  expect((await rowsOf()).orders).toBe(0);
});

test("an import that an admin stops keeps what its finished kinds wrote and undoes the one it was at; begun again it goes on", async () => {
  const stopped = await whileOrdersWait(false, async (runId) => {
    expect(await stopMigration(shop.services, admin, runId)).toEqual({ ok: true, value: null });
    expect(await readNewestRun(shop.services, admin)).toMatchObject({ value: { id: runId, state: "failed" } });
    expect(await stopMigration(shop.services, admin, runId)).toMatchObject({ code: "migrationOver", kind: "conflict" });
  });
  expect(stopped?.problem).toEqual({ code: "migrationStopped", words: { admin: admin.email } });
  expect(Object.keys(stopped?.checkpoints ?? {}).sort()).toEqual(["IDs", "accounts", "products"]);
  const after = await rowsOf();
  expect(after.orders).toBe(0);
  expect(after.products).toBeGreaterThan(0);
  const actions = (await shop.services.db.select({ action: auditEntries.action }).from(auditEntries)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["migration-preview-stopped", "migration-stopped"]));
  expect(actions).not.toContain("old-shop-imported");

  const started = await startMigration(shop.services, admin, { isPreview: false });
  if (!started.ok) throw new Error(started.code);
  await started.value.ended;
  expect(await readNewestRun(shop.services, admin)).toMatchObject({ value: { state: "done", problem: null } });
  const whole = await rowsOf();
  expect(whole.products).toBe(after.products);
  expect(whole.orders).toBeGreaterThan(0);
  expect(await stopMigration(shop.services, admin, started.value.runId)).toMatchObject({ code: "migrationOver" });
});

test("[S6.3] stopping is for admins alone, and there has to be such a run", async () => {
  for (const visitor of [aGuest(), await aCustomer(shop)])
    expect(await stopMigration(shop.services, visitor, "none")).toMatchObject({ code: "rightMissing" });
  expect(await stopMigration(shop.services, admin, "none")).toMatchObject({ code: "migrationRunNotFound" });
});
