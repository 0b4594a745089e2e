import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { aDataFolder, aSettledFolder, close, command, isBuilt, main, needsBuild, openShop, run } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 180_000 });

const owner = { email: "owner@shop.example", password: "correct horse battery" };
const asOwner = { SAMPLE_DATA: "off", ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
const PASSPHRASE = "a passphrase of some length";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-backups-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function call(address: string, path: string, body: object, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", origin: address, cookie };
  return fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

const ownersCookie = (address: string) => cookieFrom(address, "/api/auth/sign-in/email", owner);

/** The backups in a folder, once there is one. The log of the database lies beside them. */
async function untilThere(dir: string): Promise<string[]> {
  for (;;) {
    const names = (existsSync(dir) ? await readdir(dir) : []).filter((name) => name.endsWith(".backup"));
    if (names.length > 0) return names;
    await wait(100);
  }
}

describe.skipIf(!isBuilt)(`npm run shop -- backup, restore${needsBuild}`, () => {
  test("a running shop is backed up, automatically and by command, and is restored in another folder with its accounts, orders and IDs", async () => {
    const dataDir = await aSettledFolder();
    const backups = await aFolder();
    const shop = await openShop(dataDir, { env: { ...asOwner, BACKUP_DIR: join(backups, "daily") } });
    const cookie = await ownersCookie(shop.address);
    const product = { name: "Verified account", price: 99, description: "", image: "", ids: ["unit-1", "unit-2"] };
    const { id } = (await (await call(shop.address, "/api/admin/products", product, cookie)).json()) as { id: string };
    const placed = await call(shop.address, "/api/orders", { productId: id, quantity: 1, paymentMethod: "request" });
    const { requestCode, accessKey } = (await placed.json()) as { requestCode: string; accessKey: string };

    const file = join(backups, "today.backup");
    const backup = command(["backup", file], dataDir, { BACKUP_PASSPHRASE: PASSPHRASE });
    expect(await backup.ended, backup.output()).toBe(0);
    expect(backup.output()).toContain("1 product, 2 IDs, 1 order, 1 account, 0 files");
    expect(backup.output()).not.toContain("Careful");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await untilThere(join(backups, "daily"))).toEqual([expect.stringMatching(/^trackside-.*Z\.backup$/)]);

    const over = command(["restore", file], dataDir, { BACKUP_PASSPHRASE: PASSPHRASE });
    expect(await over.ended).toBe(1);
    expect(over.output()).toContain("A shop is running on the data folder");
    const open = command(["backup", join(backups, "open.backup")], dataDir);
    expect(await open.ended, open.output()).toBe(0);
    expect(open.output()).toContain("Anyone with the file can read everything");
    await close(shop);

    const elsewhere = await aDataFolder();
    const wrong = command(["restore", file], elsewhere, { BACKUP_PASSPHRASE: "another passphrase" });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain("The passphrase is wrong.");
    expect(existsSync(elsewhere), "nothing was written").toBe(false);

    const restore = command(["restore", file], elsewhere, {}, { input: `${PASSPHRASE}\n` });
    expect(await restore.ended, restore.output()).toBe(0);
    expect(await readFile(join(elsewhere, "secret"), "utf8")).toBe(await readFile(join(dataDir, "secret"), "utf8"));

    const again = await openShop(elsewhere);
    const newCookie = await ownersCookie(again.address);
    expect(again.output()).not.toContain("/setup/");
    const seen = await fetch(`${again.address}/api/orders/${requestCode}`, { headers: { "x-access-key": accessKey } });
    expect(await seen.json()).toMatchObject({ status: "pending", quantity: 1 });
    const ids = await fetch(`${again.address}/api/admin/products/${id}/ids`, { headers: { cookie: newCookie } });
    expect(JSON.stringify(await ids.json())).toMatch(/unit-[12]/);
    await close(again);
  });

  test("the shop does not start with a key that does not fit its database, and makes no other", async () => {
    const dataDir = await aSettledFolder();
    const shop = await openShop(dataDir);
    await close(shop);

    await rename(join(dataDir, "secret"), join(dataDir, "kept"));
    const wrongs: Record<string, string>[] = [{}, { SECRET: "another secret of some length" }];
    for (const env of wrongs) {
      const refused = run([main], { env: { PORT: "0", DATA_DIR: dataDir, ...env } });
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toMatch(/The secret that this database was written with is missing|SECRET does not fit this database/);
      expect(refused.output()).not.toContain("    at ");
    }
    expect(existsSync(join(dataDir, "secret")), "no other one was made").toBe(false);
  });
});

test("a backup of a folder without a shop is refused and makes nothing", async () => {
  const dataDir = await aDataFolder();
  const file = join(await aFolder(), "none.backup");
  const backup = command(["backup", file], dataDir);
  expect(await backup.ended).toBe(1);
  expect(backup.output()).toContain("There is no shop");
  expect(existsSync(file) || existsSync(dataDir)).toBe(false);
});

test.skipIf(!isBuilt)(
  `[S7.3] a refused restore leaves no data folder behind, with its faults the shop comes back, and verify names them${needsBuild}`,
  async () => {
    const [dataDir, elsewhere, folder] = [await aSettledFolder(), await aDataFolder(), await aFolder()];
    const embedded = await openEmbedded(dataDir);
    await withClient(embedded.url, (client) => client.query("update shop_settings set time_zone = 'Mars/Olympus'"));
    await embedded.close();
    const file = join(folder, "today.backup");
    expect(await command(["backup", file], dataDir, { BACKUP_PASSPHRASE: PASSPHRASE }).ended).toBe(0);

    const restored = (words: string[], place: string) => command(["restore", ...words], place, { BACKUP_PASSPHRASE: PASSPHRASE });
    const refused = restored([file], elsewhere);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("settings, row 1: timeZone is missing or wrong. Nothing was restored.");
    expect(refused.output()).not.toContain("    at ");
    expect(existsSync(elsewhere), "no data folder is left behind").toBe(false);
    await mkdir(elsewhere);
    expect(await restored([file], elsewhere).ended).toBe(1);
    expect(await readdir(elsewhere), "an empty one stays empty").toEqual([]);

    const place = join(folder, "place");
    const again = restored(["--with-faults", file], place);
    expect(await again.ended, again.output()).toBe(0);
    expect(again.output()).toMatch(
      /Restored, as it was at .*\nCareful: orders that came after this backup are not in it.*\/admin\/restored.*\nIts rows were not checked\. Run npm run shop -- verify before you open the shop/,
    );
    const verified = command(["verify"], place);
    expect([await verified.ended, verified.output()]).toEqual([1, expect.stringContaining("settings: timeZone is missing or wrong")]);
    const unclear = restored(["--faults", file], elsewhere);
    expect([await unclear.ended, unclear.output()]).toEqual([1, expect.stringContaining("Name the backup to restore")]);
  },
);
