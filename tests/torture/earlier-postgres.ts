import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bringPrograms } from "#platform/database/embedded/earlier-postgres.server.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { chooseLocation } from "#platform/database/embedded/embedded-location.server.ts";
import { initialise, openSocketFolder, startPostgres } from "#platform/database/embedded/postgres-process.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { BACKUP_1_0, SECRET_1_0 } from "../upgrades/data-of-1.0.ts";

const VERSION = "17";
const say = () => {};

/** The result: the rows that were copied, and the faults; there must be none. */
type Copied = { version: string; rows: number; tookMs: number; faults: string[] };

/** Copies the shop of 1.0.0 from the real former PostgreSQL, which npm brings, into this one. */
export async function copyFromEarlier(): Promise<Copied> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-postgres-"));
  try {
    await chmod(dataDir, 0o711);
    const before = await fillEarlier(dataDir);
    const startedAt = performance.now();
    const opened = await openEmbedded(dataDir);
    const tookMs = performance.now() - startedAt;
    try {
      const faults = differences(before, await everyRow(opened.url));
      const services = await openShopOn(opened.url, { dataDir, secret: SECRET_1_0 });
      try {
        await settled(services);
        faults.push(...(await faultsOf({ services })).map((fault) => JSON.stringify(fault)));
      } finally {
        await services.close();
      }
      const kept = (await readFile(join(dataDir, `database-${VERSION}`, "PG_VERSION"), "utf8")).trim();
      if (kept !== VERSION) faults.push(`the folder that was kept is of PostgreSQL ${kept}`);
      return { version: VERSION, rows: Object.values(before).flat().length, tookMs, faults };
    } finally {
      await opened.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Makes the stopped database of such a shop. Returns its rows. */
async function fillEarlier(dataDir: string): Promise<Record<string, string[]>> {
  const location = await chooseLocation(dataDir, say);
  const earlier = { ...location, binaries: await bringPrograms(location, VERSION, say) };
  const passwordFile = join(location.home, "database-password");
  await writeFile(passwordFile, "password", { mode: 0o600 });
  if (location.account) await chown(passwordFile, location.account.uid, location.account.gid);
  await initialise(earlier, { folder: location.database, role: "trackside", passwordFile });
  const socketFolder = await openSocketFolder(location);
  const running = await startPostgres(earlier, socketFolder, {}, say);
  try {
    const urlOf = (name: string) => `postgres://trackside:password@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
    await withClient(urlOf("postgres"), (client) => client.query("create database trackside"));
    const databaseUrl = urlOf("trackside");
    const target = { databaseUrl, files: openDiskFiles(join(dataDir, "files")), dataDir };
    await restoreBackup(target, await checkBackup(BACKUP_1_0, async () => "", SECRET_1_0));
    return await everyRow(databaseUrl);
  } finally {
    await running.stop();
  }
}

function differences(before: Record<string, string[]>, after: Record<string, string[]>): string[] {
  const tables = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return tables
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `the rows of ${name} are not the same`);
}
