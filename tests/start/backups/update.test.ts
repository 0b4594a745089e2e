import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { bringTo, folderWith, migrationNames } from "#tests/support/earlier/earlier-shop.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";
import { aDataFolder, isBuilt, main, needsBuild, openShop, run } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 120_000 });

const EARLIER = migrationNames.slice(0, 2);

/** A data folder that an earlier version left behind. */
async function anEarlierShop(): Promise<string> {
  const dataDir = await aDataFolder();
  const embedded = await openEmbedded(dataDir);
  await bringTo(embedded.url, EARLIER);
  await embedded.close();
  return dataDir;
}

test.skipIf(!isBuilt)(
  `a shop of an earlier version starts once it is backed up, says the way back, and that way works${needsBuild}`,
  async () => {
    const dataDir = await anEarlierShop();
    const barred = join(await folderWith(EARLIER), EARLIER[0] ?? "", "backups");
    const env = { SECRET: TEST_SECRET, DATA_DIR: dataDir, PORT: "0" };
    const refused = run([main], { env: { ...env, BACKUP_DIR: barred } });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("Nothing was changed.");
    expect(await readdir(dataDir)).not.toContain("backups");

    const shop = await openShop(dataDir, { env });
    const [, file = ""] = await shop.says(/in (\S+before-update-0002-\S+Z\.backup)\n/);
    expect(shop.output()).toContain(`npm run shop -- restore ${file}`);
    shop.child.kill("SIGTERM");
    expect(await shop.ended).toBe(0);

    const restored = run([resolve("server/shop.ts"), "restore", file], {
      env: { SECRET: TEST_SECRET, DATA_DIR: `${dataDir}-before-update` },
    });
    expect(await restored.ended, restored.output()).toBe(0);
    expect(restored.output()).toContain("2 products, 8 IDs, 4 orders, 2 accounts");
    const again = await openShop(dataDir, { env });
    expect(again.output()).not.toContain("before-update");
  },
);
