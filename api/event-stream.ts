import type { Services } from "#platform/provides.ts";

const HEARTBEAT_MS = 25_000;
const CHANGED = "data: changed\n\n";
const HELLO = "retry: 2000\n\n";
const HELLO_CHANGED = `retry: 2000\n${CHANGED}`;
const HEARTBEAT = ":\n\n";

type Needs = Pick<Services, "live"> & { onOpen?: () => () => void };

/**
 * Server-sent events for some topics, each only "changed": one at once, so that nothing is missed between a page and its connection, then one after
 * every change. The first is left out where nothing can have changed `since` the page was made (ms since 1970). A reader who is slow gets one event
 * for many changes. Comments keep the connection open. `onOpen` is called when somebody reads, and what it gives back when nobody does any more. [S4.7]
 */
export function changesOf({ live, onOpen }: Needs, topics: string[], since = 0): Response {
  const text = new TextEncoder();
  let send: (event: string) => boolean = () => false;
  let stop: (() => void) | null = null;
  let isAwaited = false;
  let isBehind = false;

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      send = (event) => {
        const isTaken = isAwaited;
        if (isTaken) controller.enqueue(text.encode(event));
        isAwaited = false;
        return isTaken;
      };
    },
    pull() {
      isAwaited = true;
      if (isBehind) isBehind = !send(CHANGED);
      stop ??= begin();
    },
    cancel: () => stop?.(),
  };

  // Nothing is followed before somebody reads, so an answer that nobody reads (HEAD) leaves nothing behind.
  function begin(): () => void {
    const followed = topics.map((topic) =>
      live.follow(topic, () => {
        isBehind = !send(CHANGED);
      }),
    );
    const onClose = onOpen?.();
    const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS).unref();
    send(topics.some((topic) => live.mayHaveChanged(topic, since)) ? HELLO_CHANGED : HELLO);
    return () => {
      for (const unfollow of followed) unfollow();
      clearInterval(heartbeat);
      onClose?.();
    };
  }

  return new Response(new ReadableStream(source, { highWaterMark: 0 }), {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
  });
}
