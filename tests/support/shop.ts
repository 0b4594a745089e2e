import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import { inject } from "vitest";
import type { Files } from "#platform/files/files.ts";
import { openLog } from "#platform/log.server.ts";
import type { Services } from "#platform/provides.ts";
import { openVault } from "#platform/vault.server.ts";

/** The secret of every test shop, so that sealed values and derived keys are the same in each run. */
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
  const maintenanceUrl = inject("databaseUrl");
  const name = `shop_${randomBytes(6).toString("hex")}`;
  await run(maintenanceUrl, `create database ${name} template shop_template`);
  const databaseUrl = maintenanceUrl.replace(/\/postgres$/, `/${name}`);
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const filesFolder = await mkdtemp(path.join(tmpdir(), "trackside-files-"));
  let now: Date | undefined;

  const services: Services = {
    db: drizzle({ client: pool }),
    files: filesIn(filesFolder),
    live: { follow: () => () => undefined },
    vault: openVault(TEST_SECRET),
    log: openLog("silent"),
    now: () => now ?? new Date(),
    isPublic: false,
  };
  return {
    services,
    databaseUrl,
    filesFolder,
    setNow: (date) => {
      now = date;
    },
    async close() {
      await pool.end();
      await run(maintenanceUrl, `drop database ${name} with (force)`);
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function filesIn(folder: string): Files {
  return {
    put: (key, bytes) => writeFile(path.join(folder, key), bytes),
    get: (key) => readFile(path.join(folder, key)).catch(() => null),
    remove: (key) => rm(path.join(folder, key), { force: true }),
  };
}
