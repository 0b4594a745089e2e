import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import type { Config } from "#platform/config.server.ts";
import type { Services } from "#platform/provides.ts";
import { PAGES_CACHED_FOR_MS, PAGES_CACHED_MAX, PAGES_CACHED_MAX_BYTES, PAGES_DROPPED_EVERY_MS } from "../constants.ts";
import type { HostEnv } from "../host-env.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "../request-id.ts";
import { languageCookie } from "../visitor/visitor-language.ts";
import { type AnonymousRequest, openAnonymousRequests, requestFor } from "./anonymous-request.ts";
import { type CachedAnswer, cachedAnswer } from "./cached-answer.ts";

/** Answers a request from the cache, or hands it to `next`. */
type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * A cache in front of the shop for a fixed list of pages and calls that are the same for everybody:
 * each is rendered and compressed once and cached for at most a second. A change that the database
 * announces clears the cache, at most every 50 ms, so that many orders a second do not cause
 * constant rendering. Concurrent requests for one page wait for a single render and share its
 * failure. What cannot be cached is answered by `next`. `count` is told whether a page was rendered.
 */
export function openPageFront(
  app: Pick<Hono<HostEnv>, "fetch">,
  { live }: Pick<Services, "live">,
  config: Pick<Config, "appUrl" | "trustProxy">,
  count: (from: "cache" | "render") => void = () => {},
): Front & { close(): void } {
  const readRequest = openAnonymousRequests(config);
  const cache = new LRUCache<string, CachedAnswer>({
    max: PAGES_CACHED_MAX,
    maxSize: PAGES_CACHED_MAX_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
    ttl: PAGES_CACHED_FOR_MS,
  });
  const renders = new Map<string, Promise<CachedAnswer | null>>();
  /** Paths whose answer cannot be cached, so that they are not rendered twice for each request. */
  const uncacheable = new LRUCache<string, true>({ max: PAGES_CACHED_MAX, ttl: PAGES_CACHED_FOR_MS });
  /** Increased by each clearing: a render that began before it is not stored. */
  let generation = 0;
  let dropping: NodeJS.Timeout | null = null;
  let droppedAt = Number.NEGATIVE_INFINITY;

  function drop(): void {
    dropping = null;
    droppedAt = performance.now();
    generation += 1;
    cache.clear();
    uncacheable.clear();
    renders.clear();
  }

  function dropSoon(): void {
    const waitMs = droppedAt + PAGES_DROPPED_EVERY_MS - performance.now();
    if (waitMs <= 0) drop();
    else dropping ??= setTimeout(drop, waitMs).unref();
  }

  function render(key: string, asked: AnonymousRequest): Promise<CachedAnswer | null> {
    const running = renders.get(key);
    count(running ? "cache" : "render");
    if (running) return running;

    const [start, rendered] = [performance.now(), generation];
    const render = (async () => {
      const answer = await cachedAnswer(await app.fetch(requestFor(asked)), asked.coding);
      if (rendered !== generation) return answer;
      if (answer === null) uncacheable.set(key, true, { start });
      else if (answer.status === 200) cache.set(key, answer, { start });
      return answer;
    })().finally(() => rendered === generation && renders.delete(key));
    renders.set(key, render);
    return render;
  }

  const unfollow = ["stock", "settings", "pages"].map((topic) => live.follow(topic, dropSoon));
  const front: Front = (request, response, next) => {
    const asked = readRequest(request);
    if (asked === null) return next();

    const key = `${asked.coding} ${asked.theme} ${asked.styles} ${asked.language} ${asked.origin} ${asked.path}`;
    const known = cache.get(key);
    if (known) {
      count("cache");
      return send(known, asked, request, response, config);
    }
    if (uncacheable.has(key)) return next();
    const answerOrNext = (answer: CachedAnswer | null) => {
      if (response.destroyed) return;
      if (answer) send(answer, asked, request, response, config);
      else next();
    };
    render(key, asked).then(answerOrNext, () => answerOrNext(null));
  };
  return Object.assign(front, {
    close() {
      for (const stop of unfollow) stop();
      if (dropping) clearTimeout(dropping);
      drop();
    },
  });
}

/** Sends an answer that several requests share, each under the id of its own. */
function send(
  { status, headers, headersOfUnchanged, etag, body }: CachedAnswer,
  { chosen, origin }: AnonymousRequest,
  request: IncomingMessage,
  response: ServerResponse,
  config: Pick<Config, "trustProxy">,
): void {
  const id = [REQUEST_ID_HEADER, requestIdOf((name) => request.headers[name]?.toString(), config)];
  const stored = chosen ? ["Set-Cookie", languageCookie(chosen, origin.startsWith("https:"))] : [];
  if (etag !== null && request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, [...headersOfUnchanged, ...id, ...stored]).end();
    return;
  }
  response.writeHead(status, [...headers, ...id, ...stored]).end(request.method === "HEAD" ? undefined : body);
}
