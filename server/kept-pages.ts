import { setTimeout as wait } from "node:timers/promises";
import { PAGES_BEHIND_MAX_MS, PAGES_MADE_EVERY_MS } from "#shop/constants.ts";

const MINUTE_MS = 60_000;
/** Which were used last need not be known more exactly. */
const USED_EXACT_MS = 1_000;
/** Asked for so often, and unchanged for so long, an answer is worth more work. */
const OFTEN = 100;
const UNCHANGED_MS = 5_000;
/** Who waited so long for a page to be made goes on without. */
const PATIENCE_MS = 1_500;

/** What one making of a page saw: nothing that changed later. */
type Reading = { at: number; changedAt: number };
type Kept<V> = { answer: V; reading: Reading; asked: number };
type Page<A, V> = {
  asked: A;
  kept: Kept<V> | null;
  making: Promise<void> | null;
  startedAt: number;
  usedAt: number;
};

/** Answers that are made once and handed out many times, while nothing changes. Of each, `heardSince` says since when changes are heard: what was read before does not count. */
export type KeptPages<A, V> = {
  /** The answer as it is now, or as it was a moment ago; null where it has to be made first. */
  find(key: string, heardSince: number): V | null;
  /** The same, but makes it where it is missing: whoever asks meanwhile waits for the same making. Null where it cannot be had soon. */
  findOrMake(key: string, asked: A, heardSince: number): Promise<V | null>;
  /** Something changed, just now: what was read before is shown for a moment longer at the most. */
  noteChange(): void;
  forget(): void;
  /** How many bytes are kept. */
  size(): number;
};

type Given<A, V> = {
  /** Makes an answer; null where it is not one to keep. */
  make: (asked: A) => Promise<V | null>;
  /** The same answer in fewer bytes, where more work can make it so: it takes the other's place when it is ready. */
  tighten?: (asked: A, answer: V) => Promise<V | null>;
  maxBytes: number;
  /** In ms, by a clock that nobody sets. */
  now?: () => number;
  /** In ms, as the shop counts. */
  wallClock?: () => number;
};

/**
 * Keeps answers up to so many bytes; those that nobody asked for longest make room. One that is behind is made anew while it is handed out for a last moment, so
 * that nobody waits. Each whole minute counts as a change: the year in the footer is another one from its first minute on.
 */
export function openKeptPages<A, V extends { bytes: number }>({
  make,
  tighten = async () => null,
  maxBytes,
  now = () => performance.now(),
  wallClock = () => Date.now(),
}: Given<A, V>): KeptPages<A, V> {
  const pages = new Map<string, Page<A, V>>();
  const upToDate = new Set<Reading>();
  let bytes = 0;

  function find(key: string, heardSince: number): V | null {
    const page = pages.get(key);
    if (!page?.kept || page.kept.reading.at < heardSince) return null;

    const at = now();
    if (at - page.usedAt > USED_EXACT_MS) noteUse(key, page, at);
    const { answer, reading } = page.kept;
    page.kept.asked += 1;
    if (page.kept.asked >= OFTEN && at >= reading.at + UNCHANGED_MS) void improve(page, page.kept);
    if (at < reading.changedAt) return answer;
    if (at >= reading.changedAt + PAGES_BEHIND_MAX_MS) return null;
    if (at >= page.startedAt + PAGES_MADE_EVERY_MS) void remake(key, page);
    return answer;
  }

  function remake(key: string, page: Page<A, V>): Promise<void> {
    page.making ??= (async () => {
      page.startedAt = now();
      const reading = { at: page.startedAt, changedAt: page.startedAt + MINUTE_MS - (wallClock() % MINUTE_MS) };
      upToDate.add(reading);
      const answer = await make(page.asked).catch(() => null);
      page.making = null;
      keep(key, page, answer && { answer, reading, asked: 0 });
      if (page.kept?.reading !== reading) upToDate.delete(reading);
    })();
    return page.making;
  }

  async function improve(page: Page<A, V>, kept: Kept<V>): Promise<void> {
    kept.asked = Number.NEGATIVE_INFINITY;
    const answer = await tighten(page.asked, kept.answer).catch(() => null);
    if (!answer || page.kept !== kept) return;
    bytes += answer.bytes - kept.answer.bytes;
    kept.answer = answer;
  }

  function keep(key: string, page: Page<A, V>, kept: Page<A, V>["kept"]): void {
    if (pages.get(key) !== page) return;
    drop(key, page);
    if (!kept || kept.answer.bytes > maxBytes / 4) return;

    page.kept = kept;
    pages.set(key, page);
    bytes += kept.answer.bytes;
    for (const [oldest, other] of pages) {
      if (bytes <= maxBytes) return;
      if (other.kept) drop(oldest, other);
    }
  }

  function drop(key: string, page: Page<A, V>): void {
    pages.delete(key);
    if (!page.kept) return;
    bytes -= page.kept.answer.bytes;
    upToDate.delete(page.kept.reading);
    page.kept = null;
  }

  function noteUse(key: string, page: Page<A, V>, at: number): void {
    page.usedAt = at;
    pages.delete(key);
    pages.set(key, page);
  }

  return {
    find,
    async findOrMake(key, asked, heardSince) {
      const page = pages.get(key) ?? { asked, kept: null, making: null, startedAt: Number.NEGATIVE_INFINITY, usedAt: now() };
      pages.set(key, page);
      await Promise.race([remake(key, page), wait(PATIENCE_MS, undefined, { ref: false })]);
      return find(key, heardSince);
    },
    noteChange() {
      const at = now();
      for (const reading of upToDate) reading.changedAt = Math.min(at, reading.changedAt);
      upToDate.clear();
    },
    forget() {
      for (const [key, page] of pages) drop(key, page);
    },
    size: () => bytes,
  };
}
