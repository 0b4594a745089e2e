import type { Pool } from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { requestArea } from "./request-area.ts";

/** What one process measured, in a form that it can send to another. */
export type Measured = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What a process measures of itself. */
export type ProcessMetrics = {
  /** Counts an answered request. `status` is null if the visitor left before the answer. */
  countRequest(url: string, status: number | null, seconds: number): void;
  /** Counts a page for everybody that came from the cache, or had to be made. */
  countPage(from: "cache" | "render"): void;
  /** Follows the connections of a pool, and how many wait for one. */
  watchPool(name: string, pool: Pool): void;
  /** Follows the number of open event streams. */
  watchFollowers(count: () => number): void;
  /** Everything measured, each value with the process's name as a label. */
  measure(): Promise<Measured>;
};

/** These count every open connection again at each scrape; the followers are counted anyway. */
const COSTLY = ["handles", "requests", "resources"].flatMap((what) => [`nodejs_active_${what}`, `nodejs_active_${what}_total`]);

/** In seconds: a cached page takes less than the first, and a visitor gets an error within ten. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Begins to measure this process. Counting a request takes about a microsecond; what has to watch
 * all the time, such as the event loop, begins with the first scrape.
 */
export function openProcessMetrics(process: string): ProcessMetrics {
  const register = new Registry();
  register.setDefaultLabels({ process });
  const registers = [register];
  const requests = new Histogram({
    name: "trackside_http_request_duration_seconds",
    help: "Time until an answer was sent, by area of the shop and class of status (gone: the visitor left before).",
    labelNames: ["area", "status"],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const pages = new Counter({
    name: "trackside_cached_pages_total",
    help: "Pages for everybody that came from the cache, or had to be made (render).",
    labelNames: ["from"],
    registers,
  });
  let followers = () => 0;
  new Gauge({
    name: "trackside_followers",
    help: "Open pages that are told of changes: event streams.",
    registers,
    collect() {
      this.set(followers());
    },
  });
  const pools = new Map<string, Pool>();
  new Gauge({
    name: "trackside_database_connections",
    help: "Connections to the database, by pool and whether they are busy.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "busy" }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: "trackside_database_waiting",
    help: "Statements that wait for a connection, by pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });

  let isWatching = false;
  function watchProcess(): void {
    if (isWatching) return;
    isWatching = true;
    collectDefaultMetrics({ register });
    for (const name of COSTLY) register.removeSingleMetric(name);
  }

  return {
    countRequest(url, status, seconds) {
      const area = requestArea(url);
      if (area !== null) requests.observe({ area, status: status === null ? "gone" : `${Math.floor(status / 100)}xx` }, seconds);
    },
    countPage: (from) => pages.inc({ from }),
    watchPool: (name, pool) => void pools.set(name, pool),
    watchFollowers(count) {
      followers = count;
    },
    measure() {
      watchProcess();
      return register.getMetricsAsJSON();
    },
  };
}
