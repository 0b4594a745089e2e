import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { NOTICES_LOOKED_EVERY_MS } from "#shop/constants.ts";
import { NOTICES_TOPIC } from "#shop/notices/queue-notices.server.ts";
import { listenersToTell, tellListener } from "#shop/notices/send-notice.server.ts";

/** What tells listeners in this process, and how it stops. */
export type Telling = {
  /** Begins nothing more, and waits for what is on its way, at most `patienceMs`; the rest waits in the database. */
  close(patienceMs: number): Promise<void>;
};

/**
 * Tells listeners what waits for them, as soon as it is queued and when it is time for another try. Each has a line of its own: one that does not answer keeps no
 * other waiting.
 */
export function tellListeners(services: Services, everyMs: number = NOTICES_LOOKED_EVERY_MS): Telling {
  const busy = new Map<string, Promise<void>>();
  let isOver = false;
  let isLooking = false;
  let isWanted = false;

  async function look(): Promise<void> {
    isWanted = true;
    if (isLooking) return;
    isLooking = true;
    while (isWanted && !isOver) {
      isWanted = false;
      for (const id of await listenersToTell(services).catch(failed)) begin(id);
    }
    isLooking = false;
  }

  function begin(id: string): void {
    if (isOver || busy.has(id)) return;
    const telling = tellListener(services, id, () => isOver).catch(failed);
    busy.set(
      id,
      telling.then((tried) => {
        busy.delete(id);
        // What was queued while it ended is not left to the next look; one that failed is.
        if (typeof tried === "number" && tried > 0) void look();
      }),
    );
  }

  function failed(error: unknown): [] {
    if (!isOver) services.log.error("notices not told", error);
    return [];
  }

  const timer = setInterval(look, everyMs);
  const unfollow = services.live.follow(NOTICES_TOPIC, () => void look());
  void look();
  return {
    async close(patienceMs) {
      isOver = true;
      clearInterval(timer);
      unfollow();
      await Promise.race([Promise.all(busy.values()), wait(patienceMs, undefined, { ref: false })]);
    },
  };
}
