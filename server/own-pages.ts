import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Services } from "#platform/provides.ts";
import type { Admin, Customer, Visitor } from "#shop/accounts/visitor.ts";
import { OWN_PAGES_KEPT_MAX_BYTES } from "#shop/constants.ts";
import { openAskedBefore } from "./asked-before.ts";
import { type Asked, requestFor } from "./for-everybody.ts";
import type { HostEnv } from "./host-env.ts";
import { openKeptPages } from "./kept-pages.ts";
import { type ReadyAnswer, readyAnswer } from "./ready-answer.ts";

const REMEMBERED_MAX = 1_000;

type SignedIn = Customer | Admin;

/** The page of one who is signed in, if it is ready or can soon be; null where the long way has to be taken. */
export type OwnPages = {
  find(asked: Asked & { cookie: string }, heardSince: number): Promise<ReadyAnswer | null>;
  noteChange(): void;
  forget(): void;
};

/**
 * Who is signed in and comes back to the shop window before anything there has changed gets the page of before, from this process's memory. Who is asking is looked up
 * for each request, and all that is known of the visitor is part of what the page is kept under: nobody gets another one's. Outside this process it is stored by nobody.
 */
export function openOwnPages(
  app: Pick<Hono<HostEnv>, "fetch">,
  now: Services["now"],
  whoAsks: (headers: Headers) => Promise<Visitor>,
): OwnPages {
  const kept = openKeptPages({ make, maxBytes: OWN_PAGES_KEPT_MAX_BYTES, wallClock: () => now().getTime() });
  const before = openAskedBefore(REMEMBERED_MAX);

  async function make({ asked, visitor }: { asked: Asked; visitor: SignedIn }): Promise<ReadyAnswer | null> {
    const formKey = randomUUID();
    return readyAnswer(await app.fetch(requestFor(asked), { formKey, visitor }), { formKey, coding: asked.coding, isForOne: true });
  }

  return {
    async find(asked, heardSince) {
      const visitor = await whoAsks(new Headers({ cookie: asked.cookie }));
      if (visitor.kind === "guest") return null;

      const { path, origin, theme, coding } = asked;
      const key = JSON.stringify([path, origin, theme, coding, visitor]);
      const ready = kept.find(key, heardSince);
      if (ready || before.has(key)) return ready ?? kept.findOrMake(key, { asked, visitor }, heardSince);
      before.note(key);
      return null;
    },
    noteChange: kept.noteChange,
    forget: kept.forget,
  };
}
