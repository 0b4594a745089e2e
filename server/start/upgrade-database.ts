import { basename, join } from "node:path";
import type { Config } from "#platform/config.server.ts";
import { goesOnBeside } from "#platform/database/goes-on-beside.ts";
import { type MigrationState, migrate } from "#platform/database/migrate.server.ts";
import type { Database } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { backUpBeforeUpdate } from "#shop/backups/back-up-before-update.server.ts";
import { writeErrorReason } from "../commands/write-error.ts";
import { readLastVersion } from "./version.ts";
import { findRunner, inWords, wayBack } from "./way-back.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl" | "databaseOwnerUrl" | "backupDir" | "backupPassphrase">;

/** The shop whose database is migrated, and how its operator is informed. */
type OutdatedShop = Pick<Services, "files" | "log" | "now"> & {
  url: string;
  secret: { value: string; isOperators: boolean };
  say: (line: string) => void;
};

/**
 * Runs the migrations that the database has not seen, and goes on beside those of a newer version
 * that allow it. A database in use is backed up first, into
 * `BACKUP_DIR` or else the data folder. Throws a `StartProblem`: before anything changes if the
 * backup cannot be written, and with the way back if a migration fails.
 */
export async function bringUpToDate(db: Database, shop: OutdatedShop, place: Place, folder?: string): Promise<void> {
  const before = await readLastVersion(place.dataDir);
  let backup = null as (MigrationState & { file: string }) | null;
  const backUp = async ({ ran, missing }: MigrationState) => {
    backup = { file: await writeBackup(shop, place, ran, before), ran, missing };
    shop.say(`This version stores the shop's data in a new way. The data from before the update is in ${backup.file}`);
  };
  try {
    const ran = await migrate(db, folder, backUp, true);
    if (ran.length > 0) shop.log.info("database migrated", { migrations: ran });
  } catch (error) {
    if (backup === null || error instanceof StartProblem) throw error;
    shop.log.error("the update failed", error);
    throw new StartProblem(await failure(db, backup, place, before));
  }
  if (backup !== null) shop.say(done(backup, place, before));
}

function done({ file, ran, missing }: MigrationState & { file: string }, place: Place, before: string | null): string {
  if (missing.every((name) => goesOnBeside(name, ran)))
    return `The update is done. To go back, stop the shop, go back to ${inWords(before)} and start it: it goes on with this data.`;
  return ["The update is done. If you ever need to go back:", ...wayBack(file, place, before, findRunner())].join("\n");
}

async function writeBackup(shop: OutdatedShop, place: Place, ran: string[], before: string | null): Promise<string> {
  const dir = place.backupDir ?? join(place.dataDir, "backups");
  const source = { databaseUrl: shop.url, files: shop.files, now: shop.now, secret: shop.secret };
  const state = basename(ran.at(-1) ?? "").split("-")[0] ?? "";
  return backUpBeforeUpdate({ ...source, dir, passphrase: place.backupPassphrase, state }).catch((error) => {
    const reason = writeErrorReason(error, dir);
    if (reason === null) shop.log.error("no backup before the update", error);
    throw new StartProblem(
      [
        `This version stores the shop's data in a new way. It makes a backup first, but the backup can't be made in ${dir}: ${reason ?? sentenceOf(error)}.`,
        `Nothing was changed. Fix that, or name another folder with BACKUP_DIR, and start again. Or continue with ${inWords(before)}.`,
      ].join("\n"),
    );
  });
}

function sentenceOf(error: unknown): string {
  return error instanceof StartProblem ? error.message.replace(/\.$/, "") : "the log above says why";
}

/** A migration that fails is rolled back, but those before it stay. */
async function failure(
  db: Database,
  { file, missing }: { file: string; missing: string[] },
  place: Place,
  before: string | null,
): Promise<string> {
  const { rows } = await db.$client.query<{ name: string }>("select name from migrations where name = any($1)", [missing]);
  const failed = missing.find((name) => !rows.some((row) => row.name === name));
  const what = `The update failed at ${failed}. The log above says why. The data from before the update is in ${file}`;
  if (rows.length === 0)
    return [what, `The data was not changed. To continue as before, go back to ${inWords(before)} and start it.`].join("\n");
  return [what, "Part of the update was already done. To go back:", ...wayBack(file, place, before, findRunner())].join("\n");
}
