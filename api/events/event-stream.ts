import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Services } from "#platform/provides.ts";

const CHANGED = "data: changed\n\n";
const RETRY = "retry: 2000\n";
/**
 * A comment line that keeps the connection open. It is sent before proxies and the server itself
 * consider the connection idle.
 */
const HEARTBEAT = ":\n\n";
const HEARTBEAT_MS = 25_000;

const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" };

/**
 * When a stream ends: checked after each change of the topic. If the check fails, it is repeated
 * after the next one.
 */
export type Until = { topic: string; isOver: () => Promise<boolean> };

/**
 * Options of a stream: `onOpen` is called when it begins, and the function it returns when it ends;
 * `until` ends it.
 */
type StreamOptions = { onOpen?: (() => () => void) | undefined; until?: Until | undefined };

/**
 * Answers with server-sent events for some topics, each only "changed": one at once, so that no
 * change between the page and its connection is missed, then one after each change. The first is
 * left out if nothing can have changed `since` the page was rendered (ms since 1970). A slow reader
 * gets one event for many changes. [S4.7]
 */
export function changesOf(c: Context, live: Services["live"], topics: string[], since = 0, options: StreamOptions = {}): Response {
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  const answer = streamSSE(c, (stream) => writeChanges(stream, live, topics, since, options));
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

async function writeChanges(
  stream: SSEStreamingApi,
  live: Services["live"],
  topics: string[],
  since: number,
  { onOpen, until }: StreamOptions,
): Promise<void> {
  let isChanged = false;
  let mayBeOver = false;
  let wake = () => {};
  const unfollow = topics.map((topic) =>
    live.follow(topic, () => {
      isChanged = true;
      wake();
    }),
  );
  if (until)
    unfollow.push(
      live.follow(until.topic, () => {
        mayBeOver = true;
        wake();
      }),
    );
  const onClose = onOpen?.();
  const stop = () => {
    for (const each of unfollow.splice(0)) each();
    wake();
  };
  stream.onAbort(stop);
  try {
    await stream.write(RETRY + (topics.some((topic) => live.mayHaveChanged(topic, since)) ? CHANGED : "\n"));
    while (!stream.aborted) {
      if (mayBeOver) {
        mayBeOver = false;
        // One last event makes the page reload and find the session ended.
        if (await until?.isOver().catch(() => false)) return void (await stream.write(CHANGED));
      } else if (isChanged) {
        isChanged = false;
        await stream.write(CHANGED);
      } else if ((await new Promise<"woken" | "idle">((resolve) => (wake = wakenWithin(HEARTBEAT_MS, resolve)))) === "idle") {
        await stream.write(HEARTBEAT);
      }
    }
  } finally {
    stop();
    onClose?.();
  }
}

/** Resolves with "idle" after `ms`, or with "woken" when the returned function is called. */
function wakenWithin(ms: number, resolve: (how: "woken" | "idle") => void): () => void {
  const timer = setTimeout(resolve, ms, "idle").unref();
  return () => {
    clearTimeout(timer);
    resolve("woken");
  };
}
