import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { backupName } from "#shop/backups/backup-name.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { sendSignal, webProcessesOf } from "#tests/support/processes/processes.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";
import { aDataFolder, isBuilt, needsBuild } from "../shop-process.ts";

/** The advisory lock of the automatic backup: the process that holds it makes one. */
const DAILY_LOCK = 7_240_017;
const OLD_MS = 3 * 24 * 60 * 60_000;
/** Enough that each of two processes gets some of the connections. */
const ASKED = 8;

test.skipIf(!isBuilt)(
  `an admin reads that the last backup is old, whichever web process answers, and also of a restarted one${needsBuild}`,
  async () => {
    const backups = join(await aDataFolder(), "backups");
    await mkdir(backups, { recursive: true });
    await writeFile(join(backups, backupName(new Date(Date.now() - OLD_MS))), "");
    const DATABASE_URL = await anEmptyDatabase({ isMigrated: true });
    // Holding the lock keeps every process from making today's backup.
    const holder = new Client({ connectionString: DATABASE_URL });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("select pg_advisory_lock($1)", [DAILY_LOCK]);
    const shop = await startShop({ DATABASE_URL, SECRET: TEST_SECRET, BACKUP_DIR: backups, WEB_CONCURRENCY: "2", LOG_LEVEL: "info" });
    onTestFinished(() => shop.stop().then(() => {}));
    const cookie = await cookieFrom(shop.address, "/api/auth/sign-in/email", shop.admin);
    const answers = () => Promise.all(Array.from({ length: ASKED }, () => showsWarning(shop, cookie)));
    await vi.waitFor(async () => expect(await answers()).toEqual(Array(ASKED).fill(true)), { timeout: 20_000, interval: 500 });

    sendSignal(webProcessesOf(shop.pid)[0], "SIGKILL");
    await shop.says(/web process back/);
    expect(await answers()).toEqual(Array(ASKED).fill(true));
  },
);

/** Whether the admin page says that the last backup is old, requested on a new connection. */
async function showsWarning({ address }: RunningShop, cookie: string): Promise<boolean> {
  const page = await fetch(`${address}/admin/settings`, { headers: { cookie, connection: "close" } });
  expect(page.status).toBe(200);
  return (await page.text()).replaceAll("&#x27;", "'").includes("No new backup since");
}
