import { type Config, readConfig } from "#platform/config.server.ts";
import { type Lifetime, openLifetime } from "./lifetime.ts";
import { listen } from "./listen.ts";
import { openToAll, ownShop } from "./own-shop.ts";
import { sendLetters } from "./send-letters.ts";
import { loadApp, openShopServer } from "./serve.ts";
import { tellListeners } from "./tell-listeners.ts";
import { tidyMemoryOnce } from "./tidy-memory.ts";
import { WEB_PROCESS } from "./web-messages.ts";
import { tellOwner, workForOwner } from "./web-worker.ts";
import { webWorkers } from "./web-workers.ts";

/** Requests get this long to be answered; the database then still stops within the ten seconds that a shutdown may take. */
const DRAIN_MS = 5_000;
/** Letters and notices that are on their way get this long to arrive; the others wait in the database. */
const LETTERS_DRAIN_MS = 2_500;
/** A web process that has not ended by then has answered what it could. */
const WEB_WORKERS_STOP_MS = 5_500;

/** One process does everything. */
async function serveAlone(config: Config, lifetime: Lifetime): Promise<void> {
  const shop = await ownShop(config, lifetime, { whileStarting: () => void loadApp().catch(() => {}) });
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
async function serveWithWorkers(config: Config, lifetime: Lifetime): Promise<void> {
  const workers = webWorkers();
  const shop = await ownShop(config, lifetime, { onBackupsSeen: (state) => workers.tell({ say: "backups", state }) });
  const { source, services, firstAdmin } = shop;
  const address = await workers.open(config, { databaseUrl: source.url, setUpLink: firstAdmin.link }, services.log);
  const letters = sendLetters(services);
  const telling = tellListeners(services);
  lifetime.closeLater(async () => {
    await Promise.all([workers.stop(WEB_WORKERS_STOP_MS), letters.close(LETTERS_DRAIN_MS), telling.close(LETTERS_DRAIN_MS)]);
  });
  await openToAll(shop, config.appUrl ?? address);
  tidyMemoryOnce();
}

const isWebProcess = process.argv[2] === WEB_PROCESS;
const lifetime = openLifetime(isWebProcess ? tellOwner : undefined);
await lifetime.run(async () => {
  const config = readConfig(process.env);
  if (isWebProcess) await workForOwner(config, lifetime);
  else if (config.webConcurrency === 1) await serveAlone(config, lifetime);
  else await serveWithWorkers(config, lifetime);
});
