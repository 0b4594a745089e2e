import { setTimeout as wait } from "node:timers/promises";
import { sweepUploads } from "#migration/uploads/sweep-uploads.server.ts";
import type { Services } from "#platform/provides.ts";
import { type AutomaticBackups, backUpIfDue } from "#shop/backups/automatic-backup.server.ts";
import { forgetBackups, readRowsMs, recordBackups } from "#shop/backups/backup-state.server.ts";
import { BACKUP_CHECK_EVERY_MS, BACKUP_FIRST_CHECK_MS, BACKUP_PAUSE_MS } from "#shop/backups/constants.ts";
import type { WalArchive } from "#shop/backups/wal/archive-wal.server.ts";
import { BASE_CHECK_EVERY_MS, BASE_FIRST_CHECK_MS, WAL_FIRST_MS, WAL_STORED_EVERY_MS } from "#shop/backups/wal/constants.ts";
import { SWEEP_EVERY_MS } from "#shop/orders/constants.ts";
import { expireOrders } from "#shop/orders/decisions/expire/expire-orders.server.ts";
import { closeOrderHours } from "#shop/orders/reading/close-order-hours.server.ts";
import { sweepFiles } from "#shop/orders/retention/sweep-files.server.ts";
import { closeSales } from "#shop/orders/sales/close-sales.server.ts";
import { readRestored } from "#shop/stock/restored/restored-shop.server.ts";
import { requeueWaiting } from "./background-jobs.ts";
import { HOLDS_CHECKED_EVERY_MS, ORDER_HOURS_CLOSED_EVERY_MS, REQUEUED_EVERY_MS, SALES_FIRST_COUNTED_MS } from "./constants.ts";

/** A chore that is aborted gets this long to clean up. */
const STOP_MS = 1_000;

/**
 * Something this process does at intervals; it returns how much there was to do. It first runs
 * after `everyMs`, unless `firstMs` says otherwise.
 */
type Chore = {
  everyMs: number;
  firstMs?: number;
  done: string;
  do: (services: Services, signal: AbortSignal) => Promise<number>;
};

/**
 * Chores that the job queue cannot schedule: the files of this machine, and what must go on when
 * the machine's clock is set back. The queue stores the time of each last run and waits until the
 * clock has passed it again.
 */
const chores: Chore[] = [
  { everyMs: SWEEP_EVERY_MS, done: "unused files removed", do: sweepFiles },
  { everyMs: SWEEP_EVERY_MS, done: "uploaded files of the old shop removed that nobody brought in", do: sweepUploads },
  { everyMs: REQUEUED_EVERY_MS, done: "emails, deliveries, recalls and due payments queued again", do: requeueWaiting },
  { everyMs: HOLDS_CHECKED_EVERY_MS, done: "guests' orders cancelled that waited too long", do: expireOrders },
  { everyMs: ORDER_HOURS_CLOSED_EVERY_MS, done: "orders of hours that are over made ready for the search", do: closeOrderHours },
  { everyMs: ORDER_HOURS_CLOSED_EVERY_MS, firstMs: SALES_FIRST_COUNTED_MS, done: "days of sales counted", do: closeSales },
];

/** The automatic backups of this machine in one place, and where its data are. */
export type BackupChore = Omit<AutomaticBackups, "rowsMs" | "picturesAt" | "log"> & Parameters<typeof recordBackups>[1];

/**
 * Starts this process's own chores and returns how to stop them: a backup in progress is aborted
 * and leaves nothing. A chore that fails is logged and runs again next time; it never runs twice at
 * once.
 */
export function startChores(services: Services, backups: readonly BackupChore[], wal: WalArchive | null = null): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Map<Chore, Promise<void>>();
  const begin = (chore: Chore) => {
    if (running.has(chore)) return;
    const work = chore.do(services, stopping.signal).then(
      (count) => void (count > 0 && services.log.info(chore.done, { count })),
      (error) => void (stopping.signal.aborted || services.log.error(`not done: ${chore.done}`, error)),
    );
    running.set(
      chore,
      work.finally(() => running.delete(chore)),
    );
  };

  const kinds = backups.map(({ place }) => place.kind);
  const timers = [...chores, ...backups.map((one) => backupChore(one, wal)), ...(wal === null ? [] : walChores(wal, kinds))].flatMap(
    (chore) => [
      setInterval(begin, chore.everyMs, chore),
      ...(chore.firstMs === undefined ? [] : [setTimeout(begin, chore.firstMs, chore)]),
    ],
  );
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    stopping.abort();
    await Promise.race([Promise.all(running.values()), wait(STOP_MS, undefined, { ref: false })]);
  };
}

/**
 * Stores the log of the database, and copies of it, which may take long: the log goes on meanwhile. A
 * restored shop that is not settled stores none anywhere: a trial must not be taken for the shop.
 */
function walChores(wal: WalArchive, all: readonly BackupChore["place"]["kind"][]): Chore[] {
  const usedBy = async (services: Services) => ((await readRestored(services)) === null ? all : []);
  return [
    {
      everyMs: WAL_STORED_EVERY_MS,
      firstMs: WAL_FIRST_MS,
      done: "log of the database stored",
      async do(services, signal) {
        await wal.ship(services, await usedBy(services), signal);
        return 0;
      },
    },
    {
      everyMs: BASE_CHECK_EVERY_MS,
      firstMs: BASE_FIRST_CHECK_MS,
      done: "database copied for its log",
      do: async (services, signal) => wal.backUpBases(await usedBy(services), signal),
    },
  ];
}

/**
 * Also stores the state when this backup failed, unless it was stopped, and when the log of the
 * database cannot be stored. The next try is after an hour, or as long as the failed one took. A
 * restored shop that is not settled may be a trial beside the one that the bucket belongs to: it
 * makes none there.
 */
function backupChore(backups: BackupChore, wal: WalArchive | null): Chore {
  const isWalFailing = () => wal?.isFailing(backups.place.kind) ?? false;
  let pausedUntilMs = 0;
  let picturesAt: Date | undefined;
  return {
    everyMs: BACKUP_CHECK_EVERY_MS,
    firstMs: BACKUP_FIRST_CHECK_MS,
    done: `backup made in the ${backups.place.kind}`,
    async do(services, signal) {
      if (backups.place.kind === "bucket" && (await readRestored(services)) !== null) {
        // The rows that came with the backup are those of the shop that made it.
        await forgetBackups(services, { ...backups, isOnly: true }, [{ kind: "folder" }]);
        return 0;
      }
      const beganMs = performance.now();
      let hasFailed = true;
      let rowsMs: number | null = null;
      try {
        if (beganMs < pausedUntilMs) return 0;
        const due = { ...backups, log: services.log, rowsMs: await readRowsMs(services, backups), picturesAt };
        const made = await backUpIfDue(due, signal);
        hasFailed = false;
        if (made !== null) picturesAt = services.now();
        rowsMs = made?.rowsMs ?? null;
        return rowsMs === null ? 0 : 1;
      } catch (error) {
        const endedMs = performance.now();
        pausedUntilMs = endedMs + Math.max(BACKUP_PAUSE_MS, endedMs - beganMs);
        throw error;
      } finally {
        if (!signal.aborted) await recordBackups(services, backups, { hasFailed: hasFailed || isWalFailing(), rowsMs });
      }
    },
  };
}
