/** What one request holds of the room that all share. */
export type Hold = {
  /** Holds that many more bytes; no, and none of them, where the room is full of what others are really sending. */
  add(bytes: number): boolean;
  /** More is on its way: until it is `complete`, it may be told to give way to others, and then holds nothing any more. */
  arrive(giveWay: () => void): void;
  complete(): void;
  /** Gives back all that it holds. */
  release(): void;
};

/** A sender who is slower than this (bytes a second, over the last seconds) gives way where others need the room. */
const PACE_MIN = 8 * 1024;
const PACE_OVER_MS = 5_000;

/**
 * Room for so many bytes, and beside it so much for what is small, so that a few who send pictures never keep the others from ordering. Each call of
 * what comes back opens one request's hold on it. Where the room is full, those give way whose rest comes too slowly.
 */
export function roomFor(
  most: number,
  {
    forSmall = { upTo: 0, most: 0 },
    now = () => performance.now(),
  }: { forSmall?: { upTo: number; most: number }; now?: () => number } = {},
): () => Hold {
  let held = 0;
  const arriving = new Map<Hold, { pace(): number; give(): void }>();
  const makeRoom = (bytes: number, but: Hold) => {
    const slow = [...arriving].filter(([hold, { pace }]) => hold !== but && pace() < PACE_MIN);
    for (const [, { give }] of slow.sort(([, one], [, other]) => one.pace() - other.pace())) {
      if (held + bytes <= most) return;
      give();
    }
  };
  return () => {
    let own = 0;
    let hasGivenWay = false;
    const clock = openPace(now);
    const hold: Hold = {
      add(bytes) {
        if (hasGivenWay) return false;
        clock.note(bytes);
        const isSmall = own + bytes <= forSmall.upTo;
        if (held + bytes > most) makeRoom(bytes, hold);
        if (held + bytes > most + (isSmall ? forSmall.most : 0)) return false;
        held += bytes;
        own += bytes;
        return true;
      },
      arrive(giveWay) {
        const give = () => {
          hasGivenWay = true;
          hold.release();
          giveWay();
        };
        arriving.set(hold, { pace: clock.pace, give });
      },
      complete() {
        arriving.delete(hold);
      },
      release() {
        arriving.delete(hold);
        held -= own;
        own = 0;
      },
    };
    return hold;
  };
}

/** How fast something came in the last few seconds, in bytes a second; whoever has just begun counts as fast. */
function openPace(now: () => number) {
  let since = now();
  let recent = 0;
  let before = Number.POSITIVE_INFINITY;
  const goOn = () => {
    const passed = Math.floor((now() - since) / PACE_OVER_MS);
    if (passed === 0) return;
    before = passed === 1 ? (recent / PACE_OVER_MS) * 1_000 : 0;
    recent = 0;
    since += passed * PACE_OVER_MS;
  };
  return {
    note(bytes: number) {
      goOn();
      recent += bytes;
    },
    pace(): number {
      goOn();
      return before;
    },
  };
}
