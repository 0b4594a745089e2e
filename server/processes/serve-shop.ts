import type { Config } from "#platform/config.server.ts";
import { listen } from "../http/listen.ts";
import { openShopServer } from "../http/serve.ts";
import { openProcessMetrics, type ProcessMetrics } from "../metrics/process-metrics.ts";
import { openScrape } from "../metrics/scrape.ts";
import { openShopMetrics } from "../metrics/shop-metrics.ts";
import type { DatabaseSource } from "../start/database-source.ts";
import type { Lifecycle } from "../start/lifecycle.ts";
import { machineOf } from "../start/machine.ts";
import { startJobs } from "./background-jobs.ts";
import { type OwnedShop, openToAll, ownShop } from "./primary.ts";
import { webWorkers } from "./web-workers.ts";

/**
 * Requests get this long to finish; the database then still stops within the ten seconds of a
 * shutdown.
 */
const DRAIN_MS = 5_000;
/** Emails and deliveries in flight get this long to finish; the others wait in the database. */
const JOBS_DRAIN_MS = 2_500;
/** A web process that has not ended by then is killed. */
const WEB_WORKERS_STOP_MS = 5_500;

/** The name, in the metrics, of the process that owns the database. */
const MAIN_PROCESS = "main";

const ONE_ROLE =
  "DATABASE_OWNER_URL is not set, so the shop works as the one role that owns its database. docs/operations.md says how to give it a role of its own.";

/**
 * Serves the shop on an open database: in this process, or in as many as the operator configured.
 */
export async function serveShop(config: Config, source: DatabaseSource, lifecycle: Lifecycle): Promise<void> {
  if (config.databaseUrl !== null && config.databaseOwnerUrl === null) console.log(ONE_ROLE);
  const serve = config.webConcurrency === 1 ? serveAlone : serveWithWorkers;
  const metrics = openProcessMetrics(MAIN_PROCESS);
  const { shop, address, stopAnswering } = await serve(config, source, lifecycle, metrics);
  const jobs = startJobs(shop.services, source.shopUrl ?? source.url, machineOf(config));
  metrics.watchPool("visitors", shop.services.db.$client);
  metrics.watchPool("long_jobs", shop.services.longJobsDb.$client);
  metrics.watchPool("jobs", jobs.pool);
  lifecycle.closeLater(async () => {
    await Promise.all([stopAnswering(), jobs.close(JOBS_DRAIN_MS)]);
  });
  await openToAll(shop, config.appUrl ?? address);
}

/** A shop that answers visitors, its address, and how it stops answering. */
type Answering = { shop: OwnedShop; address: string; stopAnswering: () => Promise<void> };

/** One process does everything. */
async function serveAlone(config: Config, source: DatabaseSource, lifecycle: Lifecycle, metrics: ProcessMetrics): Promise<Answering> {
  const shop = await ownShop(config, source, lifecycle);
  const scrape = openScrape(metrics, openShopMetrics(shop.services), async () => []);
  const { server, drain } = await openShopServer(config, shop.services, shop.auth, { metrics, scrape });
  return { shop, address: await listen(server, config), stopAnswering: () => drain.stop(DRAIN_MS) };
}

/** This process owns the database, the chores and the emails; others answer visitors. */
async function serveWithWorkers(config: Config, source: DatabaseSource, lifecycle: Lifecycle, metrics: ProcessMetrics): Promise<Answering> {
  const workers = webWorkers();
  const shop = await ownShop(config, source, lifecycle);
  const beginning = { databaseUrl: source.url, shopUrl: source.shopUrl ?? null };
  const address = await workers.open(config.webConcurrency, beginning, { ...shop.services, metrics });
  return { shop, address, stopAnswering: () => workers.stop(WEB_WORKERS_STOP_MS) };
}
