import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedded, openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { freePort, type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { settle } from "#tests/support/processes/settled-folder.ts";

const NEW_SECRET = "one secret that all processes share";
/**
 * A database that is down or unresponsive must be detected within this time, including for work
 * already begun.
 */
export const FOUND_OUT_MS = 15_000;

/** A PostgreSQL run by the operator. */
export type Operators = { url(): string; close(): Promise<void>; reopen(): Promise<void> };

/** Runs work with an operator's own PostgreSQL and the environment of a shop that uses it. */
export async function withDatabase<T>(
  work: (database: Operators, environment: Record<string, string>) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = await aFolder("trackside-own-");
  await settle(folder);
  const SECRET = await readFile(join(folder, "secret"), "utf8").catch(() => NEW_SECRET);
  let postgres: Embedded = await openEmbedded(folder, { settings });
  try {
    return await work(
      {
        url: () => postgres.url,
        close: () => postgres.close(),
        async reopen() {
          postgres = await openEmbedded(folder, { settings });
        },
      },
      { DATABASE_URL: postgres.url, SECRET },
    );
  } finally {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs work with a running shop and the environment with which its commands find it. */
export async function withShop<T>(
  environment: Record<string, string>,
  work: (shop: RunningShop, environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = environment.DATA_DIR ?? (await aFolder("trackside-fault-"));
  const found = { ...environment, DATA_DIR: dataDir };
  const shop = await startShop(found);
  try {
    return await work(shop, found);
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The environment of a shop that sends emails to this local port. */
export async function withEmails(port: number): Promise<Record<string, string>> {
  const own = String(await freePort());
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, PORT: own, APP_URL: `http://localhost:${own}` };
}

async function aFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  await chmod(folder, 0o711);
  return folder;
}
