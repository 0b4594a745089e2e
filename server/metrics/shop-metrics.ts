import { sql } from "drizzle-orm";
import { Gauge, Registry } from "prom-client";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import { backupWarning } from "#shop/backups/backup-warning.ts";
import { readProviderSigns } from "#shop/metrics/read-providers.server.ts";
import { readQueues } from "#shop/metrics/read-queues.server.ts";
import { thisVersion } from "../start/version.ts";
import type { Measured, ProcessMetrics } from "./process-metrics.ts";

/** Scrapes within this time share one reading of the database. */
const READ_AGAIN_MS = 5_000;

type Needs = Pick<Services, "db" | "jobs" | "backups" | "now" | "log">;

/**
 * Measures what is the same for every process on one database: what waits, the providers, the
 * backups and whether the database answers. Read when somebody asks, and at most every five
 * seconds. While the database is away, only that is reported.
 */
export function openShopMetrics(services: Needs): Pick<ProcessMetrics, "measure"> {
  let last: { readAt: number; measured: Promise<Measured> } | null = null;
  return {
    measure() {
      const at = performance.now();
      if (last === null || at - last.readAt > READ_AGAIN_MS) last = { readAt: at, measured: read(services) };
      return last.measured;
    },
  };
}

async function read(services: Needs): Promise<Measured> {
  const register = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `trackside_${name}`, help, labelNames, registers: [register] });
  const [version = "", commit = ""] = (await thisVersion()).split(", commit ");
  gauge("info", "The running version.", ["version", "commit"]).set({ version, commit }, 1);
  const up = gauge("database_up", "Whether the database answers (1) or not (0).");
  try {
    const askedAt = performance.now();
    await services.db.execute(sql`select 1`);
    gauge("database_latency_seconds", "Time of the simplest statement, with the wait for a connection.").set(
      (performance.now() - askedAt) / 1_000,
    );
    await addShop(services, gauge);
    up.set(1);
  } catch (error) {
    if (!isUnreachable(error)) services.log.error("metrics not read", error);
    up.set(0);
  }
  return register.getMetricsAsJSON();
}

async function addShop(services: Needs, gauge: (name: string, help: string, labelNames?: string[]) => Gauge): Promise<void> {
  const now = services.now().getTime();
  const age = (at: Date | null) => (at === null ? 0 : Math.max(0, (now - at.getTime()) / 1_000));
  const [queues, providers, backups] = await Promise.all([readQueues(services), readProviderSigns(services), services.backups.read()]);

  const waiting = gauge("waiting", "How many wait, counted up to 10,000 in each queue.", ["queue"]);
  const oldest = gauge("waiting_oldest_seconds", "How long the oldest of them has waited; 0: none waits.", ["queue"]);
  for (const { name: queue, waiting: count, oldestAt } of queues) {
    waiting.set({ queue }, count);
    oldest.set({ queue }, age(oldestAt));
  }

  const lastEvent = gauge("provider_last_event_seconds", "Time since a payment provider that is on sent its last event.", ["provider"]);
  const silent = gauge("provider_silent_seconds", "How long a provider that is on has not answered the shop; 0: it answers.", ["provider"]);
  for (const { name: provider, lastEventAt, silentSince } of providers) {
    if (lastEventAt !== null) lastEvent.set({ provider }, age(lastEventAt));
    silent.set({ provider }, age(silentSince));
  }

  const lastGood = gauge("backup_last_success_timestamp_seconds", "Time of the newest complete automatic backup; 0: there is none.", [
    "place",
  ]);
  const late = gauge("backup_late", "Whether it is older than it may be, or missing.", ["place"]);
  const failed = gauge("backup_failed", "Whether the newest try of an automatic backup failed.", ["place"]);
  for (const { place, lastGoodAt, failedAt, rowsMs } of backups) {
    lastGood.set({ place }, (lastGoodAt?.getTime() ?? 0) / 1_000);
    late.set({ place }, backupWarning([{ place, lastGoodAt, rowsMs, isOnSameDisk: false }], services.now()) === null ? 0 : 1);
    failed.set({ place }, failedAt === null ? 0 : 1);
  }
}
