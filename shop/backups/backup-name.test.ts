import { expect, test } from "vitest";
import { backupName, backupTime } from "./backup-name.ts";
import { backupWarning } from "./backup-warning.ts";
import { BACKUP_OLD_AFTER_MS } from "./constants.ts";

const now = new Date("2026-11-21T12:00:00Z");
const before = (ms: number) => new Date(now.getTime() - ms);

test("a daily backup's name tells when it was made, and no other file's does", () => {
  expect(backupName(now)).toBe("trackside-2026-11-21T12-00-00Z.backup");
  expect(backupTime(backupName(now))).toEqual(now);
  for (const name of ["", "notes.txt", "trackside-2026-11-21T12-00-00Z.backup.1.unfinished", "trackside-2026-99-99T12-00-00Z.backup"])
    expect(backupTime(name), name).toBeNull();
});

test("an admin is warned when the last good backup is older than two days, or lies on the disk that it is to outlive", () => {
  const elsewhere = { isOnSameDisk: false };
  expect(backupWarning({ ...elsewhere, lastGoodAt: before(BACKUP_OLD_AFTER_MS) }, now)).toBeNull();
  const old = before(BACKUP_OLD_AFTER_MS + 1);
  expect(backupWarning({ ...elsewhere, lastGoodAt: old }, now)).toEqual({ kind: "old", lastGoodAt: old });
  expect(backupWarning({ ...elsewhere, lastGoodAt: null }, now)).toEqual({ kind: "none" });
  expect(backupWarning({ isOnSameDisk: true, lastGoodAt: now }, now)).toEqual({ kind: "sameDisk" });
  expect(backupWarning({ isOnSameDisk: true, lastGoodAt: old }, now)).toEqual({ kind: "old", lastGoodAt: old });
});
