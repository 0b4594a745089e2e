import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED } from "#platform/archive/write-archive.server.ts";
import { updateBackupName, updateBackupOf } from "./backup-name.ts";
import { UPDATE_BACKUPS_STORED } from "./constants.ts";
import { type BackupSource, makeBackup } from "./make-backup.server.ts";

/**
 * A shop about to be updated: the folder and passphrase of its backups, and the number of its last
 * migration.
 */
type ShopBeforeUpdate = BackupSource & { dir: string; passphrase: string | null; state: string };

/**
 * Backs the shop up before its database is migrated, and returns the file's path. Keeps the newest
 * backup of each of the newest five states, so a repeatedly failing update neither fills the disk
 * nor displaces older states. Only the process that may migrate the database may call it.
 */
export async function backUpBeforeUpdate(shop: ShopBeforeUpdate): Promise<string> {
  await mkdir(shop.dir, { recursive: true, mode: 0o700 });
  await removeHalves(shop.dir);
  const name = updateBackupName(shop.state, shop.now());
  await makeBackup(shop, join(shop.dir, name), { passphrase: shop.passphrase });
  for (const old of await notNeeded(shop.dir, { name, state: shop.state })) await rm(join(shop.dir, old), { force: true });
  return join(shop.dir, name);
}

/** Lists the backups before updates in a folder, newest first. */
export async function listUpdateBackups(dir: string): Promise<{ name: string; state: string; at: Date }[]> {
  const names = await readdir(dir);
  return names
    .flatMap((name) => {
      const named = updateBackupOf(name);
      return named ? [{ name, ...named }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** The backups to delete. The one just made always stays, even if the clock was wrong earlier. */
async function notNeeded(dir: string, made: { name: string; state: string }): Promise<string[]> {
  const states = new Set([made.state]);
  const old: string[] = [];
  for (const { name, state } of await listUpdateBackups(dir)) {
    if (name === made.name) continue;
    if (states.has(state) || states.size >= UPDATE_BACKUPS_STORED) old.push(name);
    states.add(state);
  }
  return old;
}

/** Removes unfinished files of a crashed backup. */
async function removeHalves(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const [whole = ""] = name.split(".backup.");
    if (name.endsWith(UNFINISHED) && updateBackupOf(`${whole}.backup`)) await rm(join(dir, name), { force: true });
  }
}
