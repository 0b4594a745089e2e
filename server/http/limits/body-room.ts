/** What one request holds of the memory that all requests of a process share. */
export type Hold = {
  /**
   * Reserves `bytes` more as they arrive. False, and nothing is reserved, if the room is full of
   * bodies that arrive fast enough.
   */
  add(bytes: number): boolean;
  /**
   * Marks the body as complete, so that it no longer gives way. False if it has given way already.
   */
  complete(): boolean;
  /** Releases everything it holds. */
  release(): void;
};

type Arriving = Hold & { fastUntil: number; giveWay: () => void };

/** A sender slower than this (bytes per ms) for 5 s gives way if others need the room. */
const PACE_MIN = 8 * 1.024;
const SLOW_FOR_MS = 5_000;

/**
 * Shares `most` bytes among the bodies of a process, plus a reserve for small bodies so that
 * picture uploads never keep others from ordering. The returned function opens one request's hold.
 * If the room is full, holds whose bytes arrive too slowly are released, and their `giveWay` is
 * called.
 */
export function openBodyRoom(most: number, forSmall: { upTo: number; most: number }): (giveWay: () => void) => Hold {
  let held = 0;
  const arriving = new Set<Arriving>();

  return (giveWay) => {
    let own = 0;
    const hold: Arriving = {
      giveWay,
      fastUntil: performance.now() + SLOW_FOR_MS,
      add(bytes) {
        if (!arriving.has(hold)) return false;
        const now = performance.now();
        // Each byte buys time at the minimum pace. Credit and debt are limited to 5 s.
        hold.fastUntil = Math.min(Math.max(hold.fastUntil, now - SLOW_FOR_MS) + bytes / PACE_MIN, now + SLOW_FOR_MS);
        for (const other of arriving) {
          if (held + bytes <= most) break;
          if (other === hold || other.fastUntil > now) continue;
          other.release();
          other.giveWay();
        }
        if (held + bytes > most + (own + bytes <= forSmall.upTo ? forSmall.most : 0)) return false;
        held += bytes;
        own += bytes;
        return true;
      },
      complete: () => arriving.delete(hold),
      release() {
        arriving.delete(hold);
        held -= own;
        own = 0;
      },
    };
    arriving.add(hold);
    return hold;
  };
}
