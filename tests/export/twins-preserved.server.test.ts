import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { importFolder } from "#shop/export/import-folder.server.ts";
import { rotateSecret } from "#shop/secret/rotate-secret.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { addAsEarlier, beforeUpgrade } from "#tests/support/earlier/earlier-ids.ts";
import { FIRST, rotation, SECOND, whileOpen } from "#tests/support/secret/secret-shop.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { aDataFolder } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";

/** Each test opens its own shops. */
vi.setConfig({ testTimeout: 90_000 });

const aPlace = async () => ({ databaseUrl: await anEmptyDatabase({ isMigrated: true }), dataDir: await aDataFolder() });

async function takeInto(place: { databaseUrl: string; dataDir: string }, folder: string): Promise<void> {
  const { vault, longJobsFiles: files } = await whileOpen(place, async (services) => services);
  await importFolder({ databaseUrl: place.databaseUrl, vault, files }, folder);
}

test("[S3.9] twins stay twins, and are named, after the secret was changed and in a shop that was made of an export", async () => {
  const place = await aPlace();
  await writeFile(join(place.dataDir, "secret"), FIRST);
  const made = await whileOpen(place, async (services) => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const { id } = await aProduct({ services } as Parameters<typeof aProduct>[0], { ids: [] });
    const shop = { services } as unknown as Parameters<typeof addAsEarlier>[0];
    const units = await addAsEarlier(shop, id, ["two\u200b-1", "two-1", "\u2060two-1", "one\u00ad-1"]);
    await beforeUpgrade(shop);
    return { id, units };
  });
  const twin = (n: number) => `ID ${made.units[n]}: the same ID as ID ${made.units[0]}, which an earlier version let in twice`;
  const named = [twin(1), twin(2)].sort();

  await whileOpen(place, async (services) => expect(await faultsOf({ services } as Parameters<typeof faultsOf>[0])).toEqual(named));
  await rotateSecret(place, rotation(FIRST, SECOND));
  const folder = await mkdtemp(join(tmpdir(), "trackside-export-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await whileOpen(place, async (services) => {
    expect(await faultsOf({ services } as Parameters<typeof faultsOf>[0])).toEqual(named);
    await exportFolder({ ...services, databaseUrl: place.databaseUrl }, join(folder, "out"));
  });

  const other = await aPlace();
  await takeInto(other, join(folder, "out"));
  await whileOpen(other, async (services) => {
    await settled(services);
    const shop = { services } as Parameters<typeof faultsOf>[0];
    expect(await faultsOf(shop)).toEqual(named);
    const admin = await anAdmin(shop);
    const again = ["two-1", "t\u200bwo-1", "one-1"];
    expect(await addIds(services, admin, { productId: made.id, ids: again })).toMatchObject({ value: { added: 0, skipped: 3 } });
  });
});

test("[S3.9] an export with one ID in two spellings is refused, with its line, and nothing is written", async () => {
  const place = await aPlace();
  const folder = await mkdtemp(join(tmpdir(), "trackside-export-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await whileOpen(place, async (services) => {
    await aProduct({ services } as Parameters<typeof aProduct>[0], { ids: ["same-1", "same-2"] });
    await exportFolder({ ...services, databaseUrl: place.databaseUrl }, join(folder, "out"));
  });
  const file = join(folder, "out", "ids.json");
  await writeFile(file, (await readFile(file, "utf8")).replace('"same-2"', '"same\u200b-1"'));
  const other = await aPlace();
  await expect(takeInto(other, join(folder, "out"))).rejects.toThrow(/ids\.json, line \d+.*Nothing was changed/s);
  await whileOpen(other, async (services) => {
    const { rows } = await services.db.$client.query("select count(*)::integer as n from units");
    expect(rows[0]?.n).toBe(0);
  });
});
