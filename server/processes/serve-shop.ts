import type { Config } from "#platform/config.server.ts";
import type { DatabaseSource } from "./database-source.ts";
import type { Lifetime } from "./lifetime.ts";
import { listen } from "./listen.ts";
import { type OwnedShop, openToAll, ownShop } from "./own-shop.ts";
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
  const { shop, address, stopAnswering } = await serve(config, source, lifetime);
  const letters = sendLetters(shop.services);
  const telling = tellListeners(shop.services);
  lifetime.closeLater(async () => {
    await Promise.all([stopAnswering(), letters.close(LETTERS_DRAIN_MS), telling.close(LETTERS_DRAIN_MS)]);
  });
  await openToAll(shop, config.appUrl ?? address);
  tidyMemoryOnce();
}

/** A shop that answers visitors, where it does, and how it lets those go who are with it. */
type Answering = { shop: OwnedShop; address: string; stopAnswering: () => Promise<void> };

/** One process does everything. */
async function serveAlone(config: Config, source: DatabaseSource, lifetime: Lifetime): Promise<Answering> {
  const shop = await ownShop(config, source, lifetime);
  const { server, drain } = await openShopServer(config, shop.services, shop.auth, shop.firstAdmin.link);
  return { shop, address: await listen(server, config), stopAnswering: () => drain.stop(DRAIN_MS) };
}

/** This process owns the database, the chores and the letters; others answer visitors. */
async function serveWithWorkers(config: Config, source: DatabaseSource, lifetime: Lifetime): Promise<Answering> {
  const workers = webWorkers();
  const shop = await ownShop(config, source, lifetime, (state) => workers.tell({ say: "backups", state }));
  const beginning = { databaseUrl: source.url, setUpLink: shop.firstAdmin.link };
  const address = await workers.open(config, beginning, shop.services.log);
  return { shop, address, stopAnswering: () => workers.stop(WEB_WORKERS_STOP_MS) };
}
