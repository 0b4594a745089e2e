import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import type { Config } from "#platform/config.server.ts";
import type { Services } from "#platform/provides.ts";
import { PAGES_KEPT_MAX_BYTES } from "#shop/constants.ts";
import { openAskedBefore } from "./asked-before.ts";
import { type Asked, openForEverybody } from "./for-everybody.ts";
import type { HostEnv } from "./host-env.ts";
import { openKeptPages } from "./kept-pages.ts";
import { type ReadyAnswer, readyAnswer, unchangedHeaders } from "./ready-answer.ts";

/** So many addresses are remembered that were asked for once. */
const REMEMBERED_MAX = 10_000;

/** Answers a request at once, or has it answered the long way. */
export type Front = (request: IncomingMessage, response: ServerResponse, theLongWay: () => void) => void;

/**
 * Stands before the shop: what is the same for everybody it answers from memory, without a framework or a database. An address is kept from the second time on
 * that somebody asks for it and there is something; so nobody fills the memory with addresses of their own making. Where it is not sure to hear of every
 * change at once, it keeps nothing.
 */
export function openPageCache(
  app: Pick<Hono<HostEnv>, "fetch">,
  { live, now }: Pick<Services, "live" | "now">,
  config: Pick<Config, "appUrl" | "trustProxy">,
): Front & { close(): void } {
  const askedOf = openForEverybody(config);
  const kept = openKeptPages({ make, maxBytes: PAGES_KEPT_MAX_BYTES, wallClock: () => now().getTime() });
  const wanted = openAskedBefore(REMEMBERED_MAX);
  const unfollow = ["stock", "settings"].map((topic) => live.follow(topic, kept.noteChange));

  async function make(asked: Asked): Promise<ReadyAnswer | null> {
    const formKey = randomUUID();
    const ready = await readyAnswer(await app.fetch(requestFor(asked), { formKey }), formKey, asked.coding);
    if (!ready) wanted.forget(keyOf(asked));
    return ready;
  }

  const front: Front = (request, response, theLongWay) => {
    const asked = askedOf(request);
    if (!asked) return theLongWay();
    const heardSince = live.heardSince();
    if (heardSince === null) return theLongWay();
    const key = keyOf(asked);
    const ready = kept.find(key, heardSince);
    if (ready) return send(ready, request, response);
    if (!wanted.has(key)) {
      response.once("finish", () => response.statusCode === 200 && wanted.note(key));
      return theLongWay();
    }
    void kept.findOrMake(key, asked, heardSince).then((made) => {
      if (response.destroyed) return;
      if (made) send(made, request, response);
      else theLongWay();
    });
  };
  return Object.assign(front, {
    close() {
      for (const stop of unfollow) stop();
      kept.forget();
    },
  });
}

function keyOf({ path, origin, theme, coding }: Asked): string {
  return `${coding} ${theme} ${origin} ${path}`;
}

/** What nobody in particular asks. Its page comes whole, as to a bot, and is compressed here. */
function requestFor({ path, host, theme }: Asked): Request {
  const headers = new Headers({ host, "user-agent": "trackside page bot" });
  if (theme) headers.set("cookie", `theme=${theme}`);
  return new Request(`http://${host}${path}`, { headers });
}

function send(ready: ReadyAnswer, { method, headers }: IncomingMessage, response: ServerResponse): void {
  if (ready.etag && headers["if-none-match"]?.includes(ready.etag)) {
    response.writeHead(304, unchangedHeaders(ready)).end();
    return;
  }
  response.writeHead(200, ready.headers);
  if (method === "HEAD") response.end();
  else response.end(typeof ready.body === "function" ? ready.body(randomUUID()) : ready.body, "latin1");
}
