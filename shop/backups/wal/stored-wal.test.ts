import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { choosePoint, isSegment, nextSegment, readStored, walKeys, walToDelete } from "./stored-wal.ts";

const begin = new Date("2026-11-21T03:00:00Z");
const after = (ms: number) => new Date(begin.getTime() + ms);
const segment = (n: number) => `0000000100000000${n.toString(16).toUpperCase().padStart(8, "0")}`;

type Given = { lineage: string; segments?: number[]; bases?: { from: number; to: number; at: Date }[]; begun?: number };

/** What a place has: segments that were stored an hour after each other, and copies of one piece. */
function stored(...given: Given[]) {
  const files = given.flatMap(({ lineage, segments = [], bases = [], begun }) => [
    ...segments.map((n) => ({ key: walKeys.segment(lineage, segment(n)), storedAt: after(n * HOUR_MS) })),
    ...bases.flatMap(({ from, to, at }) => [
      { key: walKeys.piece(lineage, segment(from), 0), storedAt: at },
      { key: walKeys.mark(lineage, { startSegment: segment(from), stopSegment: segment(to), madeAt: at }), storedAt: at },
    ]),
    ...(begun === undefined ? [] : [{ key: walKeys.piece(lineage, segment(begun), 0), storedAt: after(begun * HOUR_MS) }]),
  ]);
  return readStored([...files, { key: "key.json", storedAt: begin }, { key: "notes/of-mine", storedAt: begin }]);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const chosen = (lineages: ReturnType<typeof stored>, until: Date | null, now = after(9 * DAY_MS)) => {
  const point = choosePoint(lineages, { until, now });
  return point && { from: point.base.startSegment, to: point.segments.at(-1), lineage: point.lineage, unusable: point.unusable };
};

test("segments are counted as PostgreSQL counts them", () => {
  expect(nextSegment("000000010000000000000003")).toBe("000000010000000000000004");
  expect(nextSegment("0000000100000000000000FF")).toBe("000000010000000100000000");
  expect(nextSegment("00000002000000FF000000FF")).toBe("000000020000010000000000");
  expect(["000000010000000000000003", "00000002.history", "000000010000000000000003.partial", "folder.json"].map(isSegment)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("the newest copy from before the wanted time is taken, with all that goes on from it", () => {
  const bases = [
    { from: 2, to: 3, at: after(3 * HOUR_MS) },
    { from: 26, to: 27, at: after(27 * HOUR_MS) },
  ];
  const lineages = stored(
    { lineage: "a", segments: range(1, 40), bases },
    { lineage: "b", segments: range(50, 55), bases: [{ from: 50, to: 50, at: after(50 * HOUR_MS) }] },
  );
  expect(chosen(lineages, null)).toEqual({ lineage: "b", from: segment(50), to: segment(55), unusable: 0 });
  expect(chosen(lineages, after(49 * HOUR_MS))).toMatchObject({ lineage: "a", from: segment(26), to: segment(40) });
  expect(chosen(lineages, after(26 * HOUR_MS))).toMatchObject({ lineage: "a", from: segment(2), to: segment(40) });
  expect(chosen(lineages, after(HOUR_MS))).toBeNull();
  const inBetween = stored({ lineage: "a", segments: range(2, 9), bases: [{ from: 2, to: 3, at: after(3 * HOUR_MS + 400) }] });
  expect(chosen(inBetween, after(3 * HOUR_MS + 300)), "a copy that ended within that second").toBeNull();
});

test("a trial beside the shop, which began later and ended sooner, is not taken for it", () => {
  const shop = { lineage: "shop", segments: range(2, 40), bases: [{ from: 2, to: 3, at: after(3 * HOUR_MS) }] };
  const trial = { lineage: "trial", segments: range(20, 22), bases: [{ from: 20, to: 20, at: after(20 * HOUR_MS) }] };
  expect(chosen(stored(shop, trial), null)).toMatchObject({ lineage: "shop" });
  expect(chosen(stored(shop, trial), after(30 * HOUR_MS))).toMatchObject({ lineage: "shop" });
});

test("what comes after a hole is of no use, and a copy that lacks a segment is not taken", () => {
  const bases = [
    { from: 2, to: 3, at: after(3 * HOUR_MS) },
    { from: 26, to: 27, at: after(27 * HOUR_MS) },
  ];
  expect(chosen(stored({ lineage: "a", segments: [...range(2, 30), 32, 33], bases }), null)).toMatchObject({
    to: segment(30),
    unusable: 2,
  });
  expect(chosen(stored({ lineage: "a", segments: [...range(2, 26), 28], bases }), null)).toMatchObject({
    from: segment(2),
    to: segment(26),
  });
  expect(chosen(stored({ lineage: "a", segments: range(2, 20), bases: [], begun: 4 }), null)).toBeNull();
  const ahead = stored({ lineage: "a", segments: range(2, 9), bases: [{ from: 2, to: 3, at: after(400 * DAY_MS) }] });
  expect(chosen(ahead, null), "a copy of a wrong clock").toBeNull();
});

test("every moment of the last day stays, and what was begun and not finished goes after a day", () => {
  const bases = [0, 24, 48].map((hour) => ({ from: 2 + hour, to: 3 + hour, at: after((3 + hour) * HOUR_MS) }));
  const gone = (...given: Given[]) => walToDelete(stored(...given), { current: "a", at: after(51 * HOUR_MS) });
  const rest = gone({ lineage: "a", segments: range(1, 51), bases });
  expect(rest).toContain(walKeys.piece("a", segment(2), 0));
  expect(rest).not.toContain(walKeys.piece("a", segment(26), 0));
  expect(rest.filter((key) => key.includes("/wal/"))).toEqual(range(1, 25).map((n) => walKeys.segment("a", segment(n))));

  expect(gone({ lineage: "a", segments: range(49, 51) }, { lineage: "old", segments: range(1, 3) })).toEqual(
    range(1, 3).map((n) => walKeys.segment("old", segment(n))),
  );
  expect(gone({ lineage: "a", begun: 26 })).toEqual([walKeys.piece("a", segment(26), 0)]);
  expect(gone({ lineage: "a", begun: 40 })).toEqual([]);
});
