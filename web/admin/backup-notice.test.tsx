import { expect, test } from "vitest";
import { wordsOf, written } from "#tests/support/render.tsx";
import { BackupNotice, BackupsSheet } from "./backup-notice.tsx";

const lastGoodAt = new Date("2026-11-18T21:30:00Z");

test("what is wrong with the backups is said in a sentence, and nothing where all is well", () => {
  expect(written(<BackupNotice warning={null} />)).toBe("");
  const words = (kind: "none" | "sameDisk") => wordsOf(written(<BackupNotice warning={{ kind }} />));
  expect(words("none")).toContain("No daily backup could be made so far");
  expect(words("sameDisk")).toContain("on the same disk as the shop");
  expect(wordsOf(written(<BackupNotice warning={{ kind: "old", lastGoodAt }} />))).toContain("19 Nov 2026, 3:00 am IST");
});

test("the settings page hints quietly where no backups are set up", () => {
  const quiet = written(<BackupsSheet backups={null} />);
  expect(wordsOf(quiet)).toContain("No daily backups are set up");
  expect(quiet).not.toContain('role="');
  expect(wordsOf(written(<BackupsSheet backups={{ lastGoodAt, isOnSameDisk: false }} />))).toContain("the newest 7 backups are kept");
});
