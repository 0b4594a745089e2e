import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { NoticeEvent } from "./notice.ts";
import { listeners } from "./tables.server.ts";

/** The topic that says that a listener came, changed or went. */
export const LISTENERS_TOPIC = "listeners";

type Heard = { events: ReadonlySet<NoticeEvent> | null; live: Services["live"] };

const known = new WeakMap<Services["db"], Heard>();

/** Keeps in this process which events anybody is told of, so that a shop that tells nobody asks the database nothing. */
export async function followListeners({ db, live }: Pick<Services, "db" | "live">): Promise<void> {
  const heard: Heard = { events: null, live };
  known.set(db, heard);
  let asked = 0;
  const load = async () => {
    asked += 1;
    const turn = asked;
    heard.events = null;
    const rows = await db
      .selectDistinct({ event: sql<NoticeEvent>`unnest(${listeners.events})` })
      .from(listeners)
      .where(eq(listeners.isOn, true));
    if (turn === asked) heard.events = new Set(rows.map(({ event }) => event));
  };
  // Until it could be read again, it is not known: then the database is asked each time.
  live.follow(LISTENERS_TOPIC, () => void load().catch(() => {}));
  await load().catch(() => {});
}

/** Whether somebody may want to be told of an event; only a no is certain. */
export function isHeard({ db }: Pick<Services, "db">, event: NoticeEvent): boolean {
  const heard = known.get(db);
  return !heard?.events || heard.live.heardSince() === null || heard.events.has(event);
}
