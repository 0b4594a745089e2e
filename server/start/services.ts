import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openChildProcesses } from "#platform/child-process/open-child-processes.server.ts";
import type { Config } from "#platform/config.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { findSecret, recordSecret } from "#platform/encryption/secret.server.ts";
import { openVault, type Vault } from "#platform/encryption/vault.server.ts";
import type { Files } from "#platform/files/files.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { installJobs, installJobsOnce, jobs } from "#platform/jobs/jobs.server.ts";
import { type Listener, openListener } from "#platform/live/listener.server.ts";
import { openLog } from "#platform/log.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { openSmtp } from "#platform/mail/smtp.server.ts";
import { openPictures } from "#platform/pictures/open-pictures.server.ts";
import type { Services } from "#platform/provides.ts";
import { findEncrypted } from "#shop/backups/encrypted-values.server.ts";
import { streamBackup } from "#shop/backups/make-backup.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { openVaultOf } from "#shop/secret/earlier-keys.server.ts";
import { childProgram } from "../processes/child-program.ts";
import { decoderLimits, decoderProgram } from "../processes/decoder-program.ts";
import { picturesOfPrimary } from "../processes/primary-pictures.ts";
import type { DatabaseSource } from "./database-source.ts";
import { openFiles } from "./files.ts";
import { writeFirstTexts } from "./first-texts.ts";
import { holdBackRestored } from "./hold-back-restored.ts";
import { openProcessState } from "./process-state.ts";
import { refuseEarlierVersion } from "./refuse-earlier-version.ts";
import { unusableDatabase } from "./unusable-database.ts";
import { bringUpToDate } from "./upgrade-database.ts";
import { recordVersion } from "./version.ts";
import { workAsOwner } from "./work-as-owner.ts";

const CLOSE_MS = 1_000;
/** Connections for chores and updates. Web processes open none of them. */
const LONG_JOBS_MAX = 5;

/**
 * Everything the shop depends on, with the database and files for work that no visitor waits for,
 * and how to close it all.
 */
export type OpenServices = Services & {
  secret: string;
  longJobsDb: Database;
  longJobsFiles: Files;
  installJobs(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Options of an opening: `hasBackup` if a backup of this very state exists; `say` reports an
 * update; `worker` is the number of a web process, or marks a child process, on a database that the
 * primary has migrated; `forNobody` if no visitor waits;
 * `isCommand` refuses a database of an earlier version instead of migrating it, because a shop of
 * that version may be running on it; `touchesAll` refuses one of a newer version too, beside which
 * this one would go on.
 */
type Opening = {
  isCommand?: boolean;
  touchesAll?: boolean;
  hasBackup?: boolean;
  say?: (line: string) => void;
  worker?: number | "aside";
  forNobody?: boolean;
};

/**
 * Migrates the database and opens all services on it. Throws a `StartProblem` if the secret is not
 * the database's own. Closes what was opened if a later step fails.
 */
export async function openServices(config: Config, source: DatabaseSource, opening: Opening = {}): Promise<OpenServices> {
  const { worker } = opening;
  const log = openLog(config.logLevel, undefined, worker === undefined ? {} : { worker });
  const secret = await findSecret(config, source.url, findEncrypted).catch((error) => {
    throw unusableDatabase(config, error) ?? error;
  });
  const forNobody = opening.forNobody ?? worker === "aside";
  const settings = ledgerSettings({ vault: openVault(secret) });
  const shopUrl = source.shopUrl ?? source.url;
  const db = openDatabase(shopUrl, { settings, forNobody });
  const longJobsDb = forNobody ? db : openDatabase(shopUrl, { max: LONG_JOBS_MAX, settings, forNobody: true });
  const closeDatabases = () => Promise.all([...new Set([db, longJobsDb])].map(closeDatabase));
  const asOwner = <T>(work: (owner: Database) => Promise<T>) => workAsOwner(source, longJobsDb, settings, work);
  const now = () => new Date();
  const longJobsFiles = openFiles(config, "nobody");
  const shopSecret = { value: secret, isOperators: config.secret !== null };
  async function prepare(): Promise<void> {
    const shop = { log, now, files: longJobsFiles, url: source.url, secret: shopSecret };
    await asOwner(async (owner) => {
      const update = () => {
        if (opening.hasBackup) return migrate(owner);
        if (opening.isCommand) return migrate(owner, undefined, refuseEarlierVersion, !opening.touchesAll);
        return bringUpToDate(owner, { ...shop, say: opening.say ?? console.log }, config);
      };
      await update().catch((error) => {
        throw unusableDatabase(config, error) ?? error;
      });
      await recordSecret(config, owner.$client, secret);
      await holdBackRestored(owner);
      await writeFirstTexts(owner);
      await recordVersion(config.dataDir);
      await installJobsOnce(owner);
    });
  }

  // Connecting takes a while and can run beside the next steps.
  const listening = openListener(shopUrl, log);
  listening.catch(() => {});
  let live: Listener;
  let vault: Vault;
  try {
    if (worker === undefined) await prepare();
    vault = await openVaultOf(secret, db.$client);
    live = await listening;
  } catch (error) {
    const closing = listening.then(({ close }) => close()).catch(() => {});
    await Promise.all([closing, closeDatabases()]);
    throw error;
  }

  // An import needs temporary tables, and gives old orders no receipt: only the owner may.
  const childProcesses = openChildProcesses(childProgram(), source.url);
  // The web processes of a shop share the primary's decoder and queue.
  const smtp = config.mail && openSmtp(config.mail);
  const decoding = typeof worker === "number" ? picturesOfPrimary() : openPictures(decoderProgram(), decoderLimits, log);
  return {
    ...openProcessState({ db, live, now }),
    db,
    live,
    log,
    secret,
    files: openFiles(config, "visitor"),
    longJobsDb,
    longJobsFiles,
    vault,
    mail: smtp ?? noMail,
    httpClient: openHttpClient(config.httpClient, { origin: config.appUrl }),
    jobs,
    installJobs: () => asOwner(installJobs),
    now,
    isPublic: config.isPublic,
    uploadsDir: join(config.dataDir, "uploads"),
    databaseDir: config.databaseUrl === null ? config.dataDir : null,
    childRunner: childProcesses,
    streamBackup: (passphrase) => streamBackup({ databaseUrl: source.url, files: longJobsFiles, secret: shopSecret, now }, passphrase),
    pictures: decoding.pictures,
    async close() {
      await Promise.all([childProcesses.close(), decoding.close(), smtp?.close()]);
      // A hanging query must not keep the database from stopping.
      await Promise.race([Promise.all([live.close(), closeDatabases()]), wait(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
