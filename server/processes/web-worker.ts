import type { Config } from "#platform/config.server.ts";
import { listen } from "../http/listen.ts";
import { openDoors, openShopServer } from "../http/serve.ts";
import { askToMeasure } from "../metrics/ask-to-measure.ts";
import { openProcessMetrics } from "../metrics/process-metrics.ts";
import { openScrape } from "../metrics/scrape.ts";
import { openShopMetrics } from "../metrics/shop-metrics.ts";
import { type Lifecycle, outliveForgottenPromises } from "../start/lifecycle.ts";
import { openServices } from "../start/services.ts";
import { reportToPrimary } from "./report-to-primary.ts";
import type { ToWorker } from "./web-messages.ts";

/** Shorter than in a single process: the primary stops the database afterwards. */
const DRAIN_MS = 2_500;
/** Longer than the primary waits for each of the others. */
const OTHERS_MEASURED_WITHIN_MS = 2_000;

/**
 * Answers visitors in a process of its own, on the database that the primary opened and migrated.
 */
export async function runWebWorker(config: Config, { closeLater }: Pick<Lifecycle, "closeLater">): Promise<void> {
  const { number, databaseUrl, shopUrl } = await beginning();
  const source = { url: databaseUrl, shopUrl, isNew: false, recordAddress: async () => {}, close: async () => {} };
  const services = await openServices(config, source, { worker: number });
  closeLater(services.close);
  outliveForgottenPromises(services.log);
  services.streams.processes = config.webConcurrency;
  const metrics = openProcessMetrics(String(number));
  metrics.watchPool("visitors", services.db.$client);
  process.on("message", async (message: ToWorker) => {
    if (message.say === "measure") await reportToPrimary({ say: "measured", id: message.id, measured: [await metrics.measure()] });
  });
  const others = () => askToMeasure(process, OTHERS_MEASURED_WITHIN_MS, (question) => void reportToPrimary(question));
  const scrape = openScrape(metrics, openShopMetrics(services), others);
  const { server, drain } = await openShopServer(config, services, openDoors(config, services), { metrics, scrape });
  const address = await listen(server, config);
  closeLater(() => drain.stop(DRAIN_MS));
  await reportToPrimary({ say: "open", address });
}

function beginning(): Promise<Extract<ToWorker, { say: "begin" }>> {
  return new Promise((resolve) => {
    process.on("message", function receive(message: ToWorker) {
      if (message.say !== "begin") return;
      process.off("message", receive);
      resolve(message);
    });
    void reportToPrimary({ say: "ready" });
  });
}
