import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { choosePoint, isSegment, nextSegment, readStored, walKeys, walToDelete } from "./stored-wal.ts";

const begin = new Date("2026-11-21T03:00:00Z");
const after = (ms: number) => new Date(begin.getTime() + ms);
const segment = (n: number) => `0000000100000000${n.toString(16).toUpperCase().padStart(8, "0")}`;

type Given = { lineage: string; segments?: number[]; bases?: { from: number; to: number; at: Date }[]; begun?: number };

/** When the whole place was copied elsewhere: its files are all of that time. */
const copiedAt = after(500 * DAY_MS);

/** The key of a segment. They were finished an hour after each other. */
const keyOf = (lineage: string, n: number) => walKeys.segment(lineage, segment(n), after(n * HOUR_MS));

/** What a place has: segments, and copies of one piece. */
function stored(...given: Given[]) {
  const files = given.flatMap(({ lineage, segments = [], bases = [], begun }) => [
    ...segments.map((n) => ({ key: keyOf(lineage, n), storedAt: copiedAt })),
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
  return point && { from: point.base.startSegment, to: point.segments.at(-1)?.name, lineage: point.lineage, unusable: point.unusable };
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
  const toDelete = (...given: Given[]) => walToDelete(stored(...given), { current: "a", at: after(51 * HOUR_MS) });
  const gone = (...given: Given[]) => toDelete(...given).rest;
  const { marks, rest } = toDelete({ lineage: "a", segments: range(1, 51), bases });
  expect(marks, "they go before their pieces").toEqual([expect.stringMatching(new RegExp(`^a/base-${segment(2)}/made-`))]);
  expect(rest).toContain(walKeys.piece("a", segment(2), 0));
  expect(rest).not.toContain(walKeys.piece("a", segment(26), 0));
  expect(rest.filter((key) => key.includes("/wal/"))).toEqual(range(1, 25).map((n) => keyOf("a", n)));

  expect(gone({ lineage: "a", segments: range(49, 51) }, { lineage: "old", segments: range(1, 3) })).toEqual(
    range(1, 3).map((n) => keyOf("old", n)),
  );
  expect(gone({ lineage: "a", begun: 26 })).toEqual([walKeys.piece("a", segment(26), 0)]);
  expect(gone({ lineage: "a", begun: 40 })).toEqual([]);
});

test("a copy that lacks pieces is none: an older one is taken, and it takes no other's place", () => {
  const mark = (n: number, at: Date) => ({
    key: walKeys.mark("a", { startSegment: segment(n), stopSegment: segment(n), madeAt: at }),
    storedAt: at,
  });
  const piece = (n: number, number: number, at: Date) => ({ key: walKeys.piece("a", segment(n), number), storedAt: at });
  const [first, none, holed] = [after(2 * HOUR_MS), after(4 * HOUR_MS), after(6 * HOUR_MS)];
  const lineages = readStored([
    ...range(2, 60).map((n) => ({ key: keyOf("a", n), storedAt: copiedAt })),
    ...[mark(2, first), piece(2, 0, first), piece(2, 1, first)],
    mark(4, none),
    ...[mark(6, holed), piece(6, 0, holed), piece(6, 2, holed)],
  ]);
  expect(chosen(lineages, null)).toMatchObject({ from: segment(2), to: segment(60) });
  const { marks, rest } = walToDelete(lineages, { current: "a", at: after(60 * HOUR_MS) });
  expect(marks).toEqual([]);
  expect(rest.filter((key) => key.includes("/base-")).sort()).toEqual(
    [mark(4, none), mark(6, holed), piece(6, 0, holed), piece(6, 2, holed)].map(({ key }) => key).sort(),
  );
});
