import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { asideHere } from "#platform/aside/aside.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { jobs } from "#platform/jobs/jobs.server.ts";
import { openListener } from "#platform/live/listener.server.ts";
import { openLog } from "#platform/log.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { beginOpening } from "#platform/opening/opening-thread.server.ts";
import { openOutside } from "#platform/outside/open-outside.server.ts";
import type { Services } from "#platform/provides.ts";
import { openVault } from "#platform/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { asideDeeds } from "../../server/aside-deeds.ts";
import { openingProgram } from "../../server/opening-program.ts";

/** The secret of every test shop, so that derived keys are the same in each run. */
export const TEST_SECRET = "a fixed secret for tests, 32 bytes or more";

/** A shop with a database of its own, for one test file. */
export type TestShop = {
  services: Services;
  databaseUrl: string;
  /** Where the files service keeps its files. */
  filesFolder: string;
  /** Stops the clock at this moment; without an argument it runs again. */
  setNow(date?: Date): void;
  /** Ends its connections and drops its database and files. */
  close(): Promise<void>;
};

/** Opens a shop on a fresh clone of the migrated template. Call it in `beforeAll` and close it in `afterAll`. */
export async function openTestShop(): Promise<TestShop> {
  const name = `shop_${randomBytes(6).toString("hex")}`;
  const template = new URL(inject("templateUrl"));
  await maintain(`create database ${name} template ${template.pathname.slice(1)}`);
  const databaseUrl = withDatabase(name);
  const vault = openVault(TEST_SECRET);
  const db = openDatabase(databaseUrl, { max: 10, settings: ledgerSettings({ vault }) });
  // Buyers of tests hold more than a shop lets them at first: a test about that sets its own limits.
  await db.$client.query("update shop_settings set pending_orders_max = 0, held_ids_max = 0");
  const log = openLog("silent");
  const live = await openListener(databaseUrl, log);
  const filesFolder = await mkdtemp(join(tmpdir(), "trackside-files-"));
  let stopped: Date | undefined;

  const services = {
    db,
    files: openDiskFiles(filesFolder),
    live,
    mail: noMail,
    outside: openOutside({ allowsPrivate: false, botApi: "http://127.0.0.1:9" }, { origin: null }),
    jobs,
    vault,
    log,
    now: () => stopped ?? new Date(),
    isPublic: false,
    uploadsDir: join(filesFolder, "uploads"),
    databaseDir: null,
    beginOpening: () => beginOpening(openingProgram(), vault.sealing),
  };

  return {
    services: { ...services, aside: asideHere(asideDeeds(services)) },
    databaseUrl,
    filesFolder,
    setNow: (date) => {
      stopped = date;
    },
    async close() {
      await live.close();
      await closeDatabase(db);
      await maintain(`drop database ${name} with (force)`);
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

function withDatabase(name: string): string {
  const url = new URL(inject("templateUrl"));
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
