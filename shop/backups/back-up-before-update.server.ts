import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED } from "#platform/archive/write-archive.server.ts";
import { UPDATE_BACKUPS_KEPT } from "../constants.ts";
import { updateBackupName, updateBackupOf } from "./backup-name.ts";
import { type BackupSource, makeBackup } from "./make-backup.server.ts";

/** A shop that is about to be updated: where its backup goes, what seals it, and the number of the last migration that its database has seen. */
export type ShopBeforeUpdate = BackupSource & { dir: string; passphrase: string | null; state: string };

/**
 * Writes the shop into a file before its database is changed, and returns where that lies. Of each state the newest one is kept, so that one which is
 * tried again and again fills no disk and throws away nothing; and of the states the newest five. Only for the one process that may change the database.
 */
export async function backUpBeforeUpdate(shop: ShopBeforeUpdate): Promise<string> {
  await mkdir(shop.dir, { recursive: true, mode: 0o700 });
  await removeHalves(shop.dir);
  const name = updateBackupName(shop.state, shop.now());
  await makeBackup(shop, join(shop.dir, name), { passphrase: shop.passphrase });
  for (const old of await notNeeded(shop.dir, { name, state: shop.state })) await rm(join(shop.dir, old), { force: true });
  return join(shop.dir, name);
}

/** The backups before updates in a folder, the newest first. */
export async function listUpdateBackups(dir: string): Promise<{ name: string; state: string; at: Date }[]> {
  const names = await readdir(dir);
  return names
    .flatMap((name) => {
      const told = updateBackupOf(name);
      return told ? [{ name, ...told }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** The one that was made just now stays, whatever the clock said when others were. */
async function notNeeded(dir: string, made: { name: string; state: string }): Promise<string[]> {
  const states = new Set([made.state]);
  const old: string[] = [];
  for (const { name, state } of await listUpdateBackups(dir)) {
    if (name === made.name) continue;
    if (states.has(state) || states.size >= UPDATE_BACKUPS_KEPT) old.push(name);
    states.add(state);
  }
  return old;
}

/** What a crash left behind. */
async function removeHalves(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const [whole = ""] = name.split(".backup.");
    if (name.endsWith(UNFINISHED) && updateBackupOf(`${whole}.backup`)) await rm(join(dir, name), { force: true });
  }
}
