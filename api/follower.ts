import type { Services } from "#platform/provides.ts";
import { keepBeating } from "./heartbeats.ts";

const CHANGED = "data: changed\n\n";
const HELLO = "retry: 2000\n\n";
const HELLO_CHANGED = `retry: 2000\n${CHANGED}`;
const HEARTBEAT = ":\n\n";

/** Until when somebody is told: looked at when the topic changes. Where that cannot be found out just now, it is looked at the next time. */
export type Until = { topic: string; isOver: () => Promise<boolean> };

/**
 * What somebody follows: some topics, and since when the page is right that shows them (ms since 1970). `onOpen` is called when somebody reads, and what
 * it gives back when nobody does any more; `until` ends it.
 */
export type Following = { live: Services["live"]; topics: string[]; since: number; onOpen?: () => () => void; until?: Until };

/** Where events go. `send` says whether the reader took it; `end` is the last one. */
export type Reader = { send(event: string): boolean; end(event: string): void };

/** Somebody who reads events. */
export type Follower = {
  /** The reader takes the next event now: one that was held back is sent. */
  caughtUp(): void;
  /** Follows nothing any more. */
  stop(): void;
};

/**
 * Begins to tell a reader of changes: one event at once, so that nothing is missed between a page and its connection, then one after every change. The
 * first is left out where nothing can have changed since the page was made. Who is slow gets one event for many changes. Comments keep the connection
 * open. [S4.7]
 */
export function follow({ live, topics, since, onOpen, until }: Following, { send, end }: Reader): Follower {
  let isBehind = false;
  let isStopped = false;
  const tell = () => {
    isBehind = !send(CHANGED);
  };
  const followed = topics.map((topic) => live.follow(topic, tell));
  if (until) followed.push(live.follow(until.topic, () => void leaveWhere(until)));
  const onClose = onOpen?.();
  const stopBeating = keepBeating(() => send(HEARTBEAT));
  send(topics.some((topic) => live.mayHaveChanged(topic, since)) ? HELLO_CHANGED : HELLO);

  function stop(): void {
    if (isStopped) return;
    isStopped = true;
    for (const unfollow of followed) unfollow();
    stopBeating();
    onClose?.();
  }

  async function leaveWhere({ isOver }: Until): Promise<void> {
    const isTime = await isOver().catch(() => false);
    if (!isTime || isStopped) return;
    stop();
    // The page learns of it, too, and loads once more.
    end(CHANGED);
  }

  return {
    caughtUp() {
      if (isBehind && !isStopped) tell();
    },
    stop,
  };
}
