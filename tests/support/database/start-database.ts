import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { grantToShop, SHOP_ROLE } from "#platform/database/embedded/shop-role.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { installJobs } from "#platform/jobs/jobs.server.ts";
import { shareFolder } from "../processes/settled-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The migrated database from which every test shop is cloned. Nothing may stay connected to it.
     */
    templateUrl: string;
    /** The same, as the role without ownership that a shop uses. */
    shopUrl: string;
  }
}

/** Nothing here has to survive a power failure. */
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** Starts one PostgreSQL for the whole run, opens its shared folder, and ends both afterwards. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-test-"));
  await chmod(folder, 0o711);
  const postgres = await openEmbedded(folder, { settings });
  const db = openDatabase(postgres.url);
  await migrate(db);
  await installJobs(db);
  const client = await db.$client.connect();
  await grantToShop(client, SHOP_ROLE);
  client.release();
  await closeDatabase(db);
  project.provide("templateUrl", postgres.url);
  project.provide("shopUrl", postgres.shopUrl);
  const removeShared = await shareFolder();

  return async () => {
    await postgres.close();
    await removeShared();
    await rm(folder, { recursive: true, force: true });
  };
}
