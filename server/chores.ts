import type { Services } from "#platform/provides.ts";
import { LETTERS_OVERDUE_EVERY_MS, SWEEP_EVERY_MS } from "#shop/constants.ts";
import { removeOldLetters, requeueOverdueLetters } from "#shop/letters/keep-letters.server.ts";
import { sweepFiles } from "#shop/orders/sweep-files.server.ts";

/** Something the shop does by itself from time to time; it says how much there was to do. */
type Chore = { everyMs: number; done: string; do: (services: Services) => Promise<number> };

const chores: Chore[] = [
  { everyMs: SWEEP_EVERY_MS, done: "unused files removed", do: sweepFiles },
  { everyMs: SWEEP_EVERY_MS, done: "old letters removed", do: removeOldLetters },
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
