import type { Config } from "#platform/config.server.ts";
import type { DatabaseSource } from "./database-source.ts";
import type { Lifetime } from "./lifetime.ts";
import { listen } from "./listen.ts";
import { openToAll, ownShop } from "./own-shop.ts";
import { sendLetters } from "./send-letters.ts";
import { openShopServer } from "./serve.ts";
import { tellListeners } from "./tell-listeners.ts";
import { tidyMemoryOnce } from "./tidy-memory.ts";
import { webWorkers } from "./web-workers.ts";

/** Requests get this long to be answered; the database then still stops within the ten seconds that a shutdown may take. */
const DRAIN_MS = 5_000;
/** Letters and notices that are on their way get this long to arrive; the others wait in the database. */
const LETTERS_DRAIN_MS = 2_500;
/** A web process that has not ended by then has answered what it could. */
const WEB_WORKERS_STOP_MS = 5_500;

/** Serves the shop on its database, which runs: in this process, or in the number of processes that the operator chose. */
export async function serveShop(config: Config, source: DatabaseSource, lifetime: Lifetime): Promise<void> {
  const serve = config.webConcurrency === 1 ? serveAlone : serveWithWorkers;
  await serve(config, source, lifetime);
}

/** One process does everything. */
async function serveAlone(config: Config, source: DatabaseSource, lifetime: Lifetime): Promise<void> {
  const shop = await ownShop(config, source, lifetime);
  const { services, auth, firstAdmin } = shop;
  const { server, drain } = await openShopServer(config, services, auth, firstAdmin.link);
  const address = await listen(server, config);
  const letters = sendLetters(services);
  const telling = tellListeners(services);
  lifetime.closeLater(async () => {
    await Promise.all([drain.stop(DRAIN_MS), letters.close(LETTERS_DRAIN_MS), telling.close(LETTERS_DRAIN_MS)]);
  });
  await openToAll(shop, config.appUrl ?? address);
  tidyMemoryOnce();
}

/** This process owns the database, the chores and the letters; others answer visitors. */
async function serveWithWorkers(config: Config, source: DatabaseSource, lifetime: Lifetime): Promise<void> {
  const workers = webWorkers();
  const shop = await ownShop(config, source, lifetime, (state) => workers.tell({ say: "backups", state }));
  const { services, firstAdmin } = shop;
  const address = await workers.open(config, { databaseUrl: source.url, setUpLink: firstAdmin.link }, services.log);
  const letters = sendLetters(services);
  const telling = tellListeners(services);
  lifetime.closeLater(async () => {
    await Promise.all([workers.stop(WEB_WORKERS_STOP_MS), letters.close(LETTERS_DRAIN_MS), telling.close(LETTERS_DRAIN_MS)]);
  });
  await openToAll(shop, config.appUrl ?? address);
  tidyMemoryOnce();
}
