import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { sweepTries } from "#platform/tries.server.ts";
import { lookAtBackups } from "#shop/backups/backup-state.server.ts";
import type { BackupState } from "#shop/backups/backup-warning.ts";
import { backUpDaily, type DailyBackups } from "#shop/backups/daily-backup.server.ts";
import {
  BACKUP_FIRST_LOOK_MS,
  BACKUP_LOOK_EVERY_MS,
  ERASED_EVERY_MS,
  HOLDS_CHECKED_EVERY_MS,
  LETTERS_OVERDUE_EVERY_MS,
  LOW_STOCK_LOOKED_EVERY_MS,
  ORDER_HOURS_CLOSED_EVERY_MS,
  PROOFS_COMPARED_EVERY_MS,
  SWEEP_EVERY_MS,
  TRIES_SWEPT_EVERY_MS,
} from "#shop/constants.ts";
import { removeOldLetters, requeueOverdueLetters } from "#shop/letters/keep-letters.server.ts";
import { sweepUploads } from "#shop/moving-in/sweep-uploads.server.ts";
import { removeOldNotices } from "#shop/notices/keep-notices.server.ts";
import { closeOrderHours } from "#shop/orders/close-order-hours.server.ts";
import { compareProofs } from "#shop/orders/compare-proofs.server.ts";
import { eraseOld } from "#shop/orders/erase-old.server.ts";
import { lapseOrders } from "#shop/orders/lapse-orders.server.ts";
import { tellOfMostlyHeld } from "#shop/orders/mostly-held.server.ts";
import { PROOFS_TOPIC } from "#shop/orders/payment-mark.server.ts";
import { sweepFiles } from "#shop/orders/sweep-files.server.ts";
import { tellLowStock } from "#shop/orders/tell-low-stock.server.ts";
import { sweepChecked } from "#shop/stock/sweep-checked.server.ts";

/** What is given up gets this long to clear away after itself. */
const STOP_MS = 1_000;

/**
 * Something the shop does by itself from time to time, and when a topic changed; it says how much there was to do. The first time comes after `everyMs`,
 * unless told.
 */
type Chore = {
  everyMs: number;
  firstMs?: number;
  topic?: string;
  done: string;
  do: (services: Services, signal: AbortSignal) => Promise<number>;
};

const chores: Chore[] = [
  { everyMs: SWEEP_EVERY_MS, done: "unused files removed", do: sweepFiles },
  { everyMs: SWEEP_EVERY_MS, done: "old letters removed", do: removeOldLetters },
  { everyMs: SWEEP_EVERY_MS, done: "imports forgotten that were only checked", do: sweepChecked },
  { everyMs: SWEEP_EVERY_MS, done: "uploaded files of the old shop removed that nobody brought in", do: sweepUploads },
  { everyMs: SWEEP_EVERY_MS, done: "old notices removed", do: removeOldNotices },
  { everyMs: ERASED_EVERY_MS, done: "orders of which something was erased", do: eraseOld },
  { everyMs: TRIES_SWEPT_EVERY_MS, done: "counted tries swept away", do: sweepTries },
  { everyMs: HOLDS_CHECKED_EVERY_MS, done: "guests' orders cancelled that waited too long", do: lapseOrders },
  { everyMs: HOLDS_CHECKED_EVERY_MS, done: "owners told that most of a product is held", do: tellOfMostlyHeld },
  { everyMs: LOW_STOCK_LOOKED_EVERY_MS, done: "products told that have few IDs left", do: tellLowStock },
  { everyMs: ORDER_HOURS_CLOSED_EVERY_MS, done: "hours of orders added up", do: closeOrderHours },
  { everyMs: PROOFS_COMPARED_EVERY_MS, topic: PROOFS_TOPIC, done: "proofs compared with earlier ones", do: compareProofs },
];
const mailChores: Chore[] = [{ everyMs: LETTERS_OVERDUE_EVERY_MS, done: "overdue letters queued again", do: requeueOverdueLetters }];

/** The daily backups of this shop, and the folder of the data that they are for. */
export type BackupChore = DailyBackups & { dataDir: string };

/**
 * Starts the chores. Returns how to stop: a backup that is being made is given up and leaves nothing. A chore that fails is logged and tried again
 * next time; while it is busy it is not begun again, but after it where its topic changed meanwhile. `onBackupsSeen` hears how the daily backups stand.
 */
export function startChores(
  services: Services,
  backups: BackupChore | null,
  onBackupsSeen: (state: BackupState) => void = () => {},
): () => Promise<void> {
  const stopping = new AbortController();
  const all = [...chores, ...(services.mail.isOn ? mailChores : []), ...(backups ? [backupChore(backups, onBackupsSeen)] : [])];
  const running = new Map<Chore, Promise<void>>();
  const wanted = new Set<Chore>();
  const begin = (chore: Chore) => {
    if (running.has(chore) || stopping.signal.aborted) return;
    const work = chore.do(services, stopping.signal).then(
      (count) => void (count > 0 && services.log.info(chore.done, { count })),
      (error) => void (stopping.signal.aborted || services.log.error(`not done: ${chore.done}`, error)),
    );
    running.set(
      chore,
      work.finally(() => {
        running.delete(chore);
        if (wanted.delete(chore)) begin(chore);
      }),
    );
  };
  const want = (chore: Chore) => {
    if (running.has(chore)) wanted.add(chore);
    else begin(chore);
  };

  const timers = all.flatMap((chore) => [
    setInterval(begin, chore.everyMs, chore),
    ...(chore.firstMs === undefined ? [] : [setTimeout(begin, chore.firstMs, chore)]),
  ]);
  const unfollow = all.flatMap((chore) => (chore.topic === undefined ? [] : [services.live.follow(chore.topic, () => want(chore))]));
  return async () => {
    for (const stop of unfollow) stop();
    for (const timer of timers) clearTimeout(timer);
    stopping.abort();
    await Promise.race([Promise.all(running.values()), wait(STOP_MS, undefined, { ref: false })]);
  };
}

/** The pages are told how the backups stand, also when this one could not be made. */
function backupChore(backups: BackupChore, onSeen: (state: BackupState) => void): Chore {
  return {
    everyMs: BACKUP_LOOK_EVERY_MS,
    firstMs: BACKUP_FIRST_LOOK_MS,
    done: "backup made",
    do: (services, signal) => backUpDaily(backups, signal).finally(async () => onSeen(await lookAtBackups(services, backups))),
  };
}
