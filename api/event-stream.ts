import type { ServerResponse } from "node:http";
import { type Follower, type Following, follow } from "./follower.ts";

/** What the answers follow that nobody reads yet, by their bodies: those stay the same whatever headers the host adds. */
const followings = new WeakMap<object, Following>();

/**
 * Server-sent events for some topics, each only "changed". Nothing is followed before somebody reads, so an answer that nobody reads (HEAD) leaves
 * nothing behind. The first event is left out where nothing can have changed `since` the page was made (ms since 1970). [S4.7]
 */
export function changesOf(needs: Omit<Following, "topics" | "since">, topics: string[], since = 0): Response {
  const { live, onOpen, until } = needs;
  const following: Following = { live, topics, since, ...(onOpen && { onOpen }), ...(until && { until }) };
  const body = streamOf(following);
  followings.set(body, following);
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
  });
}

/** What an answer follows; null for every other answer. */
export function followingOf({ body }: Response): Following | null {
  return body && (followings.get(body) ?? null);
}

/** Tells a reader of changes on Node's own response: thousands follow at a time, and the streams of the web cost several times the memory. */
export function followOnNode(following: Following, outgoing: ServerResponse): void {
  let isWriting = false;
  const send = (event: string): boolean => {
    if (isWriting) return false;
    isWriting = true;
    outgoing.write(event, written);
    return true;
  };
  const written = (error?: Error | null): void => {
    isWriting = false;
    if (!error) follower.caughtUp();
  };
  const follower: Follower = follow(following, { send, end: (event) => void outgoing.end(event) });
  outgoing.once("close", follower.stop);
}

function streamOf(following: Following): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let follower: Follower | null = null;
  let isAwaited = false;

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isAwaited = true;
        follower?.caughtUp();
        follower ??= follow(following, {
          send(event) {
            const isTaken = isAwaited;
            if (isTaken) controller.enqueue(text.encode(event));
            isAwaited = false;
            return isTaken;
          },
          end(event) {
            controller.enqueue(text.encode(event));
            controller.close();
          },
        });
      },
      cancel: () => follower?.stop(),
    },
    { highWaterMark: 0 },
  );
}
