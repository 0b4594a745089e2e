import type { Services } from "#platform/provides.ts";

const HEARTBEAT_MS = 25_000;
const CHANGED = "data: changed\n\n";
const HELLO = "retry: 2000\n\n";
const HELLO_CHANGED = `retry: 2000\n${CHANGED}`;
const HEARTBEAT = ":\n\n";

/** Until when somebody is told: looked at when the topic changes. Where that cannot be found out just now, it is looked at the next time. */
export type Until = { topic: string; isOver: () => Promise<boolean> };

type Needs = Pick<Services, "live"> & { onOpen?: () => () => void; until?: Until };

/**
 * Server-sent events for some topics, each only "changed": one at once, so that nothing is missed between a page and its connection, then one after
 * every change. The first is left out where nothing can have changed `since` the page was made (ms since 1970). A reader who is slow gets one event
 * for many changes. Comments keep the connection open. `onOpen` is called when somebody reads, and what it gives back when nobody does any more; `until` ends the
 * stream. [S4.7]
 */
export function changesOf({ live, onOpen, until }: Needs, topics: string[], since = 0): Response {
  const text = new TextEncoder();
  let send: (event: string) => boolean = () => false;
  let end = () => {};
  let stop: (() => void) | null = null;
  let isAwaited = false;
  let isBehind = false;
  let isEnded = false;

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      send = (event) => {
        const isTaken = isAwaited;
        if (isTaken) controller.enqueue(text.encode(event));
        isAwaited = false;
        return isTaken;
      };
      // The page learns of it, too, and loads once more.
      end = () => {
        controller.enqueue(text.encode(CHANGED));
        controller.close();
      };
    },
    pull() {
      isAwaited = true;
      if (isBehind) isBehind = !send(CHANGED);
      stop ??= begin();
    },
    cancel() {
      isEnded = true;
      stop?.();
    },
  };

  // Nothing is followed before somebody reads, so an answer that nobody reads (HEAD) leaves nothing behind.
  function begin(): () => void {
    const followed = topics.map((topic) =>
      live.follow(topic, () => {
        isBehind = !send(CHANGED);
      }),
    );
    if (until) followed.push(live.follow(until.topic, () => void leaveWhere(until)));
    const onClose = onOpen?.();
    const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS).unref();
    send(topics.some((topic) => live.mayHaveChanged(topic, since)) ? HELLO_CHANGED : HELLO);
    return () => {
      for (const unfollow of followed) unfollow();
      clearInterval(heartbeat);
      onClose?.();
    };
  }

  async function leaveWhere({ isOver }: Until): Promise<void> {
    const isTime = await isOver().catch(() => false);
    if (!isTime || isEnded) return;
    isEnded = true;
    stop?.();
    end();
  }

  return new Response(new ReadableStream(source, { highWaterMark: 0 }), {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
  });
}
