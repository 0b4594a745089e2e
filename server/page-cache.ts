import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import type { Config } from "#platform/config.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGES_KEPT_MAX_BYTES } from "#shop/constants.ts";
import { openAskedBefore } from "./asked-before.ts";
import { type Asked, openForEverybody, requestFor } from "./for-everybody.ts";
import type { HostEnv } from "./host-env.ts";
import { openKeptPages } from "./kept-pages.ts";
import { openOwnPages } from "./own-pages.ts";
import { type ReadyAnswer, readyAnswer, tightened } from "./ready-answer.ts";
import { sendReady } from "./send-ready.ts";

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
  whoAsks: (headers: Headers) => Promise<Visitor>,
): Front & { close(): void } {
  const askedOf = openForEverybody(config);
  const kept = openKeptPages({
    make,
    tighten: ({ coding }, ready) => tightened(ready, coding),
    maxBytes: PAGES_KEPT_MAX_BYTES,
    wallClock: () => now().getTime(),
  });
  const wanted = openAskedBefore(REMEMBERED_MAX);
  /** Addresses that somebody asks for just now, for the first time. */
  const firstAsked = new Set<string>();
  const own = openOwnPages(app, now, whoAsks);
  /** What is told while it is not sure that all is heard at once may have come late: then what was read before has had its last moment. */
  const noteChange = () => {
    const mayBeLate = live.heardSince() === null;
    for (const pages of [kept, own]) {
      if (mayBeLate) pages.forget();
      else pages.noteChange();
    }
  };
  const unfollow = ["stock", "settings"].map((topic) => live.follow(topic, noteChange));

  async function make(asked: Asked): Promise<ReadyAnswer | null> {
    const formKey = randomUUID();
    const ready = await readyAnswer(await app.fetch(requestFor(asked), { formKey }), { formKey, coding: asked.coding, isForOne: false });
    if (!ready) wanted.forget(keyOf(asked));
    return ready;
  }

  const front: Front = (request, response, theLongWay) => {
    const asked = askedOf(request);
    if (!asked) return theLongWay();
    const heardSince = live.heardSince();
    if (heardSince !== null) return answer(asked, heardSince);
    // In a quiet hour nearly everybody is the first for a while, and whoever comes in a crowd then is one of many firsts.
    const answerOnceHeard = (since: number | null) => {
      if (response.destroyed) return;
      if (since === null) theLongWay();
      else answer(asked, since);
    };
    live.heardAgainSince().then(answerOnceHeard, theLongWay);

    function answer(asked: Asked, since: number) {
      if (asked.cookie !== null) return whenFound(own.find({ ...asked, cookie: asked.cookie }, since));
      const key = keyOf(asked);
      const ready = kept.find(key, since);
      if (ready) return send(ready);
      if (wanted.has(key) || firstAsked.has(key)) return whenFound(kept.findOrMake(key, asked, since));
      // Whoever comes before this one is answered waits with all others for one making.
      firstAsked.add(key);
      response.once("finish", () => response.statusCode === 200 && wanted.note(key));
      response.once("close", () => firstAsked.delete(key));
      theLongWay();
    }

    /** What goes wrong on the way is for the long way, which says so. */
    function whenFound(finding: Promise<ReadyAnswer | null>): void {
      const sendIt = (found: ReadyAnswer | null) => (found ? send(found) : response.destroyed || theLongWay());
      finding.then(sendIt, () => sendIt(null));
    }

    function send(ready: ReadyAnswer): void {
      if (!response.destroyed) sendReady(ready, { isHead: request.method === "HEAD", known: asked?.known ?? null }, response);
    }
  };
  return Object.assign(front, {
    close() {
      for (const stop of unfollow) stop();
      kept.forget();
      own.forget();
    },
  });
}

function keyOf({ path, origin, theme, coding }: Asked): string {
  return `${coding} ${theme} ${origin} ${path}`;
}
