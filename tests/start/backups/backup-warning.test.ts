import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { backupName } from "#shop/backups/backup-name.ts";
import { isAlive, sendSignal, webProcessesOf } from "#tests/support/processes/processes.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { withDatabase } from "#tests/torture/faults/fault-shops.ts";
import { aDataFolder, isBuilt, needsBuild } from "../shop-process.ts";

/** The advisory lock of the daily backup: the process that holds it makes one. */
const DAILY_LOCK = 7_240_017;
const OLD_MS = 3 * 24 * 60 * 60_000;
/** Enough that each of two processes gets some of the connections. */
const ASKED = 8;

test.skipIf(!isBuilt)(
  `an admin reads that the last backup is old, whichever web process answers, and also of a restarted one${needsBuild}`,
  () =>
    withDatabase(async ({ url }, environment) => {
      const backups = join(await aDataFolder(), "backups");
      await mkdir(backups, { recursive: true });
      await writeFile(join(backups, backupName(new Date(Date.now() - OLD_MS))), "");
      // Holding the lock keeps every process from making today's backup.
      const holder = new Client({ connectionString: url() });
      await holder.connect();
      await holder.query("select pg_advisory_lock($1)", [DAILY_LOCK]);
      const shop = await startShop({ ...environment, BACKUP_DIR: backups, WEB_CONCURRENCY: "2", LOG_LEVEL: "info" });
      onTestFinished(() => (isAlive(shop.pid) ? shop.stop().then(() => {}) : undefined));
      try {
        const cookie = await signIn(shop);
        const answers = () => Promise.all(Array.from({ length: ASKED }, () => showsWarning(shop, cookie)));
        await vi.waitFor(async () => expect(await answers()).toEqual(Array(ASKED).fill(true)), { timeout: 20_000, interval: 500 });

        sendSignal(webProcessesOf(shop.pid)[0], "SIGKILL");
        await vi.waitFor(() => expect(shop.said()).toContain("web process back"), { timeout: 20_000 });
        expect(await answers()).toEqual(Array(ASKED).fill(true));
      } finally {
        await shop.stop();
        await holder.end();
      }
    }),
);

async function signIn({ address, origin, admin }: RunningShop): Promise<string> {
  const headers = { "content-type": "application/json", origin };
  const answer = await fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers, body: JSON.stringify(admin) });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** Whether the admin page says that the last backup is old, requested on a new connection. */
async function showsWarning({ address }: RunningShop, cookie: string): Promise<boolean> {
  const page = await fetch(`${address}/admin/settings`, { headers: { cookie, connection: "close" } });
  expect(page.status).toBe(200);
  return (await page.text()).replaceAll("&#x27;", "'").includes("No daily backup for two days");
}
