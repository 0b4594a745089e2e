import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { addAsEarlier } from "#tests/support/earlier/earlier-ids.ts";
import { aDatabaseAt, migrationNames } from "#tests/support/earlier/earlier-shop.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";

vi.setConfig({ testTimeout: 60_000 });

test("[S3.9] the first start of this version backs the shop up, and knows its IDs by their canonical form from then on; the second finds nothing to do", async () => {
  const earlier = migrationNames.filter((name) => name < "0022");
  const databaseUrl = await aDatabaseAt(earlier);
  const vault = openVault(TEST_SECRET);
  const db = openDatabase(databaseUrl, { max: 1, settings: ledgerSettings({ vault }) });
  const shop = { services: { db, vault, now: () => new Date() } } as unknown as Parameters<typeof addAsEarlier>[0];
  const [twin] = await addAsEarlier(shop, "p", ["unit-1\u200b", "al\u00adone"]);
  await closeDatabase(db);

  const dataDir = await aDataFolder();
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const services = await openShopOn(databaseUrl, { dataDir, secret: TEST_SECRET });
  const lines = said.mock.calls.flat().join("\n");
  said.mockRestore();
  try {
    expect(await readdir(join(dataDir, "backups"))).toHaveLength(1);
    expect(lines).toContain("1 IDs were in the shop twice");
    expect(lines).not.toContain("unit-1");
    const named = (await faultsOf({ services })).filter((line) => !line.startsWith("password of account"));
    expect(named).toEqual([`ID ${twin}: the same ID as ID 1, which an earlier version let in twice`]);
    const admin = await anAdmin({ services } as unknown as Parameters<typeof anAdmin>[0]);
    expect(await addIds(services, admin, { productId: "p", ids: ["alone", "unit-1\u200b", "unit\u2060-1"] })).toMatchObject({
      value: { added: 0 },
    });
  } finally {
    await services.close();
  }

  const again = vi.spyOn(console, "log").mockImplementation(() => {});
  const second = await openShopOn(databaseUrl, { dataDir, secret: TEST_SECRET });
  expect(again).not.toHaveBeenCalled();
  again.mockRestore();
  await second.close();
});
