import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { runInThisProcess } from "#platform/child-process/child-process.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { jobs } from "#platform/jobs/jobs.server.ts";
import { openListener } from "#platform/live/listener.server.ts";
import { openLog } from "#platform/log.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { openPictures } from "#platform/pictures/open-pictures.server.ts";
import type { Services } from "#platform/provides.ts";
import { childCommands } from "#server/processes/child-commands.ts";
import { decoderLimits, decoderProgram } from "#server/processes/decoder-program.ts";
import { openProcessState } from "#server/start/process-state.ts";
import { streamBackup } from "#shop/backups/make-backup.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { noPaymentApis } from "../payments/no-payment-apis.ts";

/** The secret of every test shop, so that derived keys are the same in each run. */
export const TEST_SECRET = "a fixed secret for tests, 32 bytes or more";

/** A shop with its own database, for one test file. */
export type TestShop = {
  /** Connected to the database as the role without ownership, like a real shop. */
  services: Services;
  /** The same as the owner, for an import of the old shop. */
  ownServices: Services;
  /** The database's URL as the owner, and as the shop. */
  databaseUrl: string;
  shopUrl: string;
  /** The folder of the files service. */
  filesFolder: string;
  /** Stops the clock at this time; without an argument it runs again. */
  setNow(date?: Date): void;
  /** Closes its connections and drops its database and files. */
  close(): Promise<void>;
};

/**
 * Opens a shop on a fresh clone of the migrated template. With `asOwner` one role does everything,
 * as for an operator who configures no owner. Open it in `beforeAll` and close it in `afterAll`.
 */
export async function openTestShop({ asOwner = false } = {}): Promise<TestShop> {
  const name = `shop_${randomBytes(6).toString("hex")}`;
  const template = new URL(inject("templateUrl"));
  // Without `fsync`, copying the files is cheaper than logging every page.
  await maintain(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  await maintain(`revoke temporary on database ${name} from public`);
  const databaseUrl = withDatabase(name);
  const vault = openVault(TEST_SECRET);
  const shopUrl = asOwner ? databaseUrl : withDatabase(name, inject("shopUrl"));
  const db = openDatabase(shopUrl, { max: 10, settings: ledgerSettings({ vault }) });
  // Test buyers exceed a new shop's limits; a test of the limits sets its own.
  await db.$client.query("update shop_settings set pending_orders_max = 0, held_ids_max = 0, address_orders_max = 0, address_ids_max = 0");
  const log = openLog("silent");
  const live = await openListener(databaseUrl, log);
  const filesFolder = await mkdtemp(join(tmpdir(), "trackside-files-"));
  let stopped: Date | undefined;
  const decoding = openPictures(decoderProgram(), decoderLimits, log);

  const now = () => stopped ?? new Date();
  const httpClient = openHttpClient({ allowsPrivate: false, botApi: "http://127.0.0.1:9", paymentApis: noPaymentApis }, { origin: null });
  const services = {
    ...openProcessState({ db, live, now }),
    db,
    files: openDiskFiles(filesFolder),
    live,
    mail: noMail,
    httpClient,
    jobs,
    vault,
    log,
    now,
    isPublic: false,
    uploadsDir: join(filesFolder, "uploads"),
    databaseDir: null,
    pictures: decoding.pictures,
    streamBackup: (passphrase: string) => {
      const source = { databaseUrl, files: openDiskFiles(filesFolder), secret: { value: TEST_SECRET, isOperators: false }, now };
      return streamBackup(source, passphrase);
    },
  };

  const ownDb = openDatabase(databaseUrl, { max: 5, settings: ledgerSettings({ vault }), forNobody: true });
  const childRunner = runInThisProcess(childCommands({ ...services, db: ownDb }));

  return {
    services: { ...services, childRunner },
    ownServices: { ...services, db: ownDb, childRunner },
    databaseUrl,
    shopUrl,
    filesFolder,
    setNow: (date) => {
      stopped = date;
    },
    async close() {
      await decoding.close();
      await live.close();
      await Promise.all([db, ownDb].map(closeDatabase));
      await maintain(`drop database ${name} with (force)`);
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

function withDatabase(name: string, address = inject("templateUrl")): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function maintain(statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase("postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
