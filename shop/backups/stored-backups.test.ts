import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { backupName } from "./backup-name.ts";
import { backupsToDelete, newestOf } from "./stored-backups.ts";

const monday = new Date("2026-11-23T00:30:00Z").getTime();
const backup = (ms: number) => {
  const at = new Date(ms);
  return { name: backupName(at), at };
};

/** Makes a backup at each interval and deletes what is not kept. Returns the times of the kept ones. */
function keptAfter(count: number, everyMs: number): number[] {
  let there: ReturnType<typeof backup>[] = [];
  for (let n = 0; n < count; n += 1) {
    const made = backup(monday + n * everyMs);
    there.push(made);
    const gone = new Set(backupsToDelete(there, made));
    there = there.filter(({ name }) => !gone.has(name));
  }
  return there.map(({ at }) => at.getTime()).sort((one, other) => other - one);
}

test("of hourly backups 24 hours, 7 days and 4 weeks stay", () => {
  const weeks = 8;
  const kept = keptAfter(weeks * 7 * 24, HOUR_MS);
  const newest = kept[0] ?? 0;
  const ages = kept.map((at) => (newest - at) / HOUR_MS);
  expect(ages.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, hours) => hours));
  // The newest of each earlier day, and the last of each earlier week, which was a Sunday.
  expect(ages.slice(24).map((hours) => hours / 24)).toEqual([1, 2, 3, 4, 5, 6, 7, 14, 21]);
});

test("of daily backups 7 days and 4 weeks stay", () => {
  const ages = keptAfter(8 * 7, DAY_MS).map((at, _, all) => ((all[0] ?? 0) - at) / DAY_MS);
  expect(ages).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 14, 21]);
});

test("the one just made stays and is the newest, whatever the clock said before, and others keep their places", () => {
  const future = Array.from({ length: 60 }, (_, days) => backup(monday + (400 + days) * DAY_MS));
  const made = backup(monday);
  const earlier = Array.from({ length: 60 }, (_, hours) => backup(monday - (hours + 1) * HOUR_MS));
  const gone = backupsToDelete([...future, made, ...earlier], made);
  expect(gone).toEqual(backupsToDelete([made, ...earlier], made));
  expect(gone).not.toContain(made.name);
  expect(newestOf([...future.toReversed(), made], made.at)).toEqual(made);
});
