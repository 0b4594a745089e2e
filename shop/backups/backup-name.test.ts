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
    expect(backupWarning({ isOnSameDisk: false, rowsMs, lastGoodAt: before(lateMs) }, now)).toBeNull();
    expect(backupWarning({ isOnSameDisk: false, rowsMs, lastGoodAt: before(lateMs + 1) }, now)).toMatchObject({ kind: "old" });
  }
  const elsewhere = { isOnSameDisk: false, rowsMs: null };
  const old = before(backupLateAfterMs(null) + 1);
  expect(backupWarning({ ...elsewhere, lastGoodAt: old }, now)).toEqual({ kind: "old", lastGoodAt: old });
  expect(backupWarning({ ...elsewhere, lastGoodAt: null }, now)).toEqual({ kind: "none" });
  expect(backupWarning({ ...elsewhere, isOnSameDisk: true, lastGoodAt: now }, now)).toEqual({ kind: "sameDisk" });
  expect(backupWarning({ ...elsewhere, isOnSameDisk: true, lastGoodAt: old }, now)).toEqual({ kind: "old", lastGoodAt: old });
});

test("rows are backed up every hour where the last time took less than a minute, else every day", () => {
  const hours = [null, 0, 59_999, 60_000].map((rowsMs) => backupEveryMs(rowsMs) / 3_600_000);
  expect(hours).toEqual([1, 1, 1, 24]);
});
