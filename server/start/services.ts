import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openAsideProcesses } from "#platform/aside/aside-process.server.ts";
import type { Config } from "#platform/config.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Files } from "#platform/files/files.ts";
import { installJobsOnce, jobs } from "#platform/jobs/jobs.server.ts";
import { type Listener, openListener } from "#platform/live/listener.server.ts";
import { openLog } from "#platform/log.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { openSmtp } from "#platform/mail/smtp.server.ts";
import { beginOpening } from "#platform/opening/opening-thread.server.ts";
import { openOutside } from "#platform/outside/open-outside.server.ts";
import type { Services } from "#platform/provides.ts";
import { findSecret, noteSecret } from "#platform/secret.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { openVault, type Vault } from "#platform/vault.server.ts";
import { findSealed } from "#shop/backups/sealed-values.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { followListeners } from "#shop/notices/heard.server.ts";
import { openVaultOf } from "#shop/secret/earlier-keys.server.ts";
import { asideProgram } from "./aside-program.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import type { DatabaseSource } from "./database-source.ts";
import { openFiles } from "./files.ts";
import { openingProgram } from "./opening-program.ts";
import { noteVersion } from "./version.ts";

const CLOSE_MS = 1_000;

/** Everything the shop stands on, the files as they are for work that nobody waits for, and how to put it all away again. */
export type OpenServices = Services & { secret: string; patientFiles: Files; close(): Promise<void> };

/**
 * What is unusual about an opening: whether a backup of this very state is there already, and who hears of an update; or the number of a process that
 * answers visitors beside others, or that it does a deed aside, on a database that their owner brought up to date; or that no visitor waits for it.
 */
export type Opening = { hasBackup?: boolean; say?: (line: string) => void; worker?: number | "aside"; forNobody?: boolean };

/** Opens all services on a database, which is brought up to date first. Throws a `StartProblem` where the secret is not the database's own. What was opened is closed again when a later one fails. */
export async function openServices(config: Config, source: DatabaseSource, opening: Opening = {}): Promise<OpenServices> {
  const { worker } = opening;
  const log = openLog(config.logLevel, undefined, worker === undefined ? {} : { worker });
  const secret = await findSecret(config, source.url, findSealed).catch((error) => {
    throw unreachable(config, error) ?? error;
  });
  const forNobody = opening.forNobody ?? worker === "aside";
  const db = openDatabase(source.url, { settings: ledgerSettings({ vault: openVault(secret) }), forNobody });
  const now = () => new Date();
  const patientFiles = openFiles(config, "nobody");
  async function prepare(): Promise<void> {
    const shop = { log, now, files: patientFiles, url: source.url, secret: { value: secret, isOperators: config.secret !== null } };
    const update = opening.hasBackup ? migrate(db) : bringUpToDate(db, { ...shop, say: opening.say ?? console.log }, config);
    await update.catch((error) => {
      throw unreachable(config, error) ?? error;
    });
    await noteSecret(config, db.$client, secret);
    await noteVersion(config.dataDir);
    if (config.mail) await installJobsOnce(db);
  }

  // A connection takes its time, and this one can be opened beside what follows.
  const listening = openListener(source.url, log);
  listening.catch(() => {});
  let live: Listener;
  let vault: Vault;
  try {
    if (worker === undefined) await prepare();
    vault = await openVaultOf(secret, db.$client);
    live = await listening;
    await followListeners({ db, live });
  } catch (error) {
    const unheard = listening.then(({ close }) => close()).catch(() => {});
    await Promise.all([unheard, closeDatabase(db)]);
    throw error;
  }

  const aside = openAsideProcesses(asideProgram(), source.url);
  return {
    db,
    live,
    log,
    secret,
    files: openFiles(config, "visitor"),
    patientFiles,
    vault,
    mail: config.mail ? openSmtp(config.mail) : noMail,
    outside: openOutside(config.outside, { origin: config.appUrl }),
    jobs,
    now,
    isPublic: config.isPublic,
    uploadsDir: join(config.dataDir, "uploads"),
    databaseDir: config.databaseUrl === null ? config.dataDir : null,
    aside,
    beginOpening: () => beginOpening(openingProgram(), vault.sealing),
    async close() {
      await aside.close();
      // A query that hangs must not keep the database from stopping.
      await Promise.race([Promise.all([live.close(), closeDatabase(db)]), wait(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Says what is wrong with an operator's database that cannot be used, without repeating its address, which holds a password. */
export function unreachable(config: Pick<Config, "databaseUrl">, error: unknown): StartProblem | null {
  if (config.databaseUrl === null || !(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isSilent = code.startsWith("E") || error.message.includes("timeout");
  const fault = faults[code] ?? (isSilent ? "nobody answers there" : null);
  if (fault === null) return null;
  return new StartProblem(
    `The database of DATABASE_URL cannot be used: ${fault}. Set it right, or leave it out to use the built-in database.`,
  );
}

const faults: Record<string, string> = {
  "28P01": "the password is wrong",
  "28000": "the user may not connect",
  "3D000": "there is no database of that name",
  "42501": "the user may not create tables in it",
  "53300": "it has no connection left",
  ENOTFOUND: "its host is unknown",
};
