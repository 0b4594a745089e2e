import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { aDataFolder, aSettledFolder, close, command, isBuilt, needsBuild, openShop } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 180_000 });

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-exports-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** All files of a folder except the one with the export's time. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => /\.(csv|json)$/.test(name) && name !== "export.json");
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])));
}

test.skipIf(!isBuilt)(`[S7.3] a folder that is refused leaves no data folder behind${needsBuild}`, async () => {
  const [dataDir, target, folder] = [await aSettledFolder(), await aDataFolder(), join(await aFolder(), "out")];
  expect(await command(["export", folder], dataDir).ended).toBe(0);
  const file = join(folder, "settings.json");
  await writeFile(file, (await readFile(file, "utf8")).replace("Asia/Kolkata", "Etc/Unknown"));
  const refused = command(["take-in", folder], target);
  expect([await refused.ended, refused.output()]).toEqual([
    1,
    expect.stringContaining("settings.json, line 2: timeZone is missing or wrong. Nothing was changed."),
  ]);
  expect(existsSync(target)).toBe(false);
});

describe.skipIf(!isBuilt)(`npm run shop -- export, take-in${needsBuild}`, () => {
  test("a shop that runs is exported, and lives on in an empty folder, equal in every file; never over one that lives", async () => {
    const [dataDir, target, folder] = [await aDataFolder(), await aDataFolder(), await aFolder()];
    const shop = await openShop(dataDir, { env: { ADMIN_EMAIL: "owner@shop.example", ADMIN_PASSWORD: "correct horse battery" } });
    const [first, again] = [join(folder, "first"), join(folder, "again")];
    const exporting = command(["export", first], dataDir);
    expect(await exporting.ended, exporting.output()).toBe(0);
    expect(exporting.output()).toMatch(/Exported to \S+: 3 products, \d+ IDs, 0 orders, 1 account, 0 pictures/);
    expect(exporting.output()).toContain("in clear text");

    const over = command(["take-in", first], dataDir);
    expect([await over.ended, over.output()]).toEqual([1, expect.stringContaining("A shop is running on the data folder")]);
    await close(shop);
    const stopped = command(["take-in", first], dataDir);
    expect([await stopped.ended, stopped.output()]).toEqual([1, expect.stringContaining("A shop lives here already")]);
    const nowhere = command(["take-in", folder], target);
    expect([await nowhere.ended, nowhere.output()]).toEqual([1, expect.stringContaining("not the folder of an export")]);

    const taking = command(["take-in", first], target);
    expect(await taking.ended, taking.output()).toBe(0);
    expect(taking.output()).toContain("Imported, as it was at");
    expect(taking.output()).toContain("UPI, Razorpay and Stripe are off");
    expect(taking.output(), "Request First is on").not.toContain("nobody can order");
    const verified = command(["verify"], target);
    expect(await verified.ended, verified.output()).toBe(1);
    expect(verified.output()).toMatch(/restore of .*: not settled: \d+ IDs are held back .*\n1 fault among/);
    expect(taking.output()).toContain("/admin/restored");
    const second = command(["export", again], target);
    expect(await second.ended, second.output()).toBe(0);
    // The IDs and the numbers of available ones: all are held back.
    const withoutStock = async (of: string) => Object.entries(await contentsOf(of)).filter(([name]) => !/^(ids|products)\./.test(name));
    expect(await withoutStock(again)).toEqual(await withoutStock(first));
    expect(await readFile(join(again, "ids.csv"), "utf8")).toContain("held back");
    const other = await openShop(target);
    const products = (await (await fetch(`${other.address}/api/products`)).json()) as { products: object[] };
    expect(products.products).toHaveLength(3);
  });
});
