import { AggregatorRegistry } from "prom-client";
import type { Measured, ProcessMetrics } from "./process-metrics.ts";

/** What the shop measures, as text for Prometheus. */
export type Scrape = () => Promise<string>;

/**
 * Puts together what this process, the `others` of this machine and the shop as a whole measured.
 * Nothing is added up: each process's values have its name as a label.
 */
export function openScrape(
  own: Pick<ProcessMetrics, "measure">,
  shop: Pick<ProcessMetrics, "measure">,
  others: () => Promise<Measured[]>,
): Scrape {
  return async () => {
    const [mine, shops, theirs] = await Promise.all([own.measure(), shop.measure(), others()]);
    // Otherwise the library leaves out, adds up or averages some of a process's values.
    const all = [mine, shops, ...theirs].map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: "first" })));
    return AggregatorRegistry.aggregate(all).metrics();
  };
}
