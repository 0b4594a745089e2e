import type { Services } from "#platform/provides.ts";
import { sweepTries } from "#platform/tries.server.ts";
import { HOLDS_CHECKED_EVERY_MS, LETTERS_OVERDUE_EVERY_MS, SWEEP_EVERY_MS, TRIES_SWEPT_EVERY_MS } from "#shop/constants.ts";
import { removeOldLetters, requeueOverdueLetters } from "#shop/letters/keep-letters.server.ts";
import { lapseOrders } from "#shop/orders/lapse-orders.server.ts";
import { tellOfMostlyHeld } from "#shop/orders/mostly-held.server.ts";
import { sweepFiles } from "#shop/orders/sweep-files.server.ts";

/** Something the shop does by itself from time to time; it says how much there was to do. */
type Chore = { everyMs: number; done: string; do: (services: Services) => Promise<number> };

const chores: Chore[] = [
  { everyMs: SWEEP_EVERY_MS, done: "unused files removed", do: sweepFiles },
  { everyMs: SWEEP_EVERY_MS, done: "old letters removed", do: removeOldLetters },
  { everyMs: TRIES_SWEPT_EVERY_MS, done: "counted tries swept away", do: sweepTries },
  { everyMs: HOLDS_CHECKED_EVERY_MS, done: "guests' orders cancelled that waited too long", do: lapseOrders },
  { everyMs: HOLDS_CHECKED_EVERY_MS, done: "owners told that most of a product is held", do: tellOfMostlyHeld },
];
const mailChores: Chore[] = [{ everyMs: LETTERS_OVERDUE_EVERY_MS, done: "overdue letters queued again", do: requeueOverdueLetters }];

/** Starts the chores. Returns how to stop. A chore that fails is logged and tried again next time. */
export function startChores(services: Services): () => void {
  const timers = [...chores, ...(services.mail.isOn ? mailChores : [])].map((chore) =>
    setInterval(() => {
      chore.do(services).then(
        (count) => count > 0 && services.log.info(chore.done, { count }),
        (error) => services.log.error(`not done: ${chore.done}`, error),
      );
    }, chore.everyMs),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
