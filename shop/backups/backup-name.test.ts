import { expect, test } from "vitest";
import { backupEveryMs, backupLateAfterMs } from "./backup-interval.ts";
import { backupName, backupTime } from "./backup-name.ts";
import { backupWarning } from "./backup-warning.ts";

const now = new Date("2026-11-21T12:00:00Z");
const before = (ms: number) => new Date(now.getTime() - ms);

test("an automatic backup's name tells when it was made, and no other file's does", () => {
  expect(backupName(now)).toBe("trackside-2026-11-21T12-00-00Z.backup");
  expect(backupTime(backupName(now))).toEqual(now);
  for (const name of ["", "notes.txt", "trackside-2026-11-21T12-00-00Z.backup.1.unfinished", "trackside-2026-99-99T12-00-00Z.backup"])
    expect(backupTime(name), name).toBeNull();
});

test("an admin is warned when the last good backup is late, or lies on the disk that it is to outlive", () => {
  for (const rowsMs of [null, 59_999, 60_000]) {
    const lateMs = backupLateAfterMs(rowsMs);
    const made = (ms: number) => [{ place: "folder" as const, isOnSameDisk: false, rowsMs, lastGoodAt: before(ms) }];
    expect(backupWarning(made(lateMs), now)).toBeNull();
    expect(backupWarning(made(lateMs + 1), now)).toMatchObject({ kind: "old" });
  }
  const elsewhere = { place: "folder" as const, isOnSameDisk: false, rowsMs: null };
  const old = before(backupLateAfterMs(null) + 1);
  expect(backupWarning([], now)).toBeNull();
  expect(backupWarning([{ ...elsewhere, lastGoodAt: old }], now)).toEqual({ kind: "old", place: "folder", lastGoodAt: old });
  expect(backupWarning([{ ...elsewhere, lastGoodAt: null }], now)).toEqual({ kind: "none", place: "folder" });
  expect(backupWarning([{ ...elsewhere, lastGoodAt: before(-7_200_000) }], now), "of a wrong clock").toMatchObject({ kind: "old" });
  const here = { ...elsewhere, isOnSameDisk: true };
  expect(backupWarning([{ ...here, lastGoodAt: now }], now)).toEqual({ kind: "sameDisk" });
  expect(backupWarning([{ ...here, lastGoodAt: old }], now)).toEqual({ kind: "old", place: "folder", lastGoodAt: old });
  const bucket = { ...elsewhere, place: "bucket" as const };
  expect(
    backupWarning(
      [
        { ...here, lastGoodAt: now },
        { ...bucket, lastGoodAt: now },
      ],
      now,
    ),
    "one of two is elsewhere",
  ).toBeNull();
  expect(
    backupWarning(
      [
        { ...here, lastGoodAt: now },
        { ...bucket, lastGoodAt: null },
      ],
      now,
    ),
  ).toEqual({ kind: "none", place: "bucket" });
});

test("rows are backed up every hour where the last time took less than a minute, else every day", () => {
  const hours = [null, 0, 59_999, 60_000].map((rowsMs) => backupEveryMs(rowsMs) / 3_600_000);
  expect(hours).toEqual([1, 1, 1, 24]);
});
