import { truncate, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeLargeExport } from "#tests/support/old-shop/large-export.ts";
import { settle } from "#tests/support/processes/settled-folder.ts";
import { noSmallDisk, openSmallDisk, type SmallDisk } from "#tests/support/processes/small-disk.ts";
import { aDataFolder, isBuilt, needsBuild, openShop, type Running, run } from "../shop-process.ts";

/** Starts a database twice, and begins an import of some megabytes several times. */
vi.setConfig({ testTimeout: 240_000 });

async function aFullShop() {
  const disk: SmallDisk = await openSmallDisk(500);
  onTestFinished(() => disk.close());
  const dataDir = join(disk.folder, "data");
  const file = join(await aDataFolder(), "..", "export.json");
  const orders = await writeLargeExport(file, 1_500_000);
  await settle(dataDir);
  const shop = await openShop(dataDir, { env: { SAMPLE_DATA: "off" } });
  const command = (...words: string[]): Running => run([resolve("server/shop.ts"), ...words], { env: { DATA_DIR: dataDir } });
  const isReady = async () => (await fetch(`${shop.address}/readyz`).catch(() => null))?.status === 200;
  return { disk, file, orders, command, isReady };
}

/** A full disk still has a few free pages; this fills them until the test is over. */
async function refill(disk: SmallDisk, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await disk.fill();
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

test.skipIf(!isBuilt || noSmallDisk !== "")(
  `a disk that is full in the midst of an import breaks it off in words; with room the shop is back, and the same import goes on and is whole${needsBuild}${noSmallDisk}`,
  async () => {
    const { disk, file, orders, command, isReady } = await aFullShop();
    const huge = join(await aDataFolder(), "..", "huge.json");
    await writeFile(huge, "{}");
    await truncate(huge, 1_000_000_000);
    const refused = command("import", huge, "--yes");
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/The import needs about [\d,]+ MB, and your server's disk has \d+ MB free/);

    const broken = command("import", file, "--yes");
    await broken.says(/Close the old shop first/);
    let isOver = false;
    const full = refill(disk, () => isOver);
    const status = await broken.ended;
    isOver = true;
    await full;
    expect(status, broken.output()).toBe(1);
    expect(broken.output()).toMatch(/The disk is full\. Make room, then|The database stopped answering\. Its disk may be full\./);
    expect(broken.output()).not.toMatch(/^\s+at .*\.ts:\d+/m);

    const tight = command("import", file, "--yes");
    expect(await tight.ended).toBe(1);

    await disk.clear();
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 60_000, interval: 200 });
    const whole = command("import", file, "--yes");
    expect(await whole.ended, whole.output()).toBe(0);
    expect(whole.output()).toContain("Import results:");
    const verified = command("verify");
    expect(await verified.ended, verified.output()).toBe(0);
    const again = command("import", file, "--preview");
    expect(await again.ended, again.output()).toBe(0);
    expect(again.output()).toContain(`${orders} orders: ${orders} unchanged`);
  },
);
