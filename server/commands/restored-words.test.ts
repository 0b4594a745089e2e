import { expect, test } from "vitest";
import { shortInWords } from "./restored-words.ts";

const until = new Date("2026-11-28T15:00:00Z");
const endsAt = new Date("2026-11-28T12:00:00Z");
const rowsAt = (at: string) => ({ name: "/mnt/backups/rows.backup", at: new Date(at) });

test("a log that ends before the wanted time says where, and names rows that are nearer", () => {
  const said = "you asked for 2026-11-28T15:00:00.000Z, and the log ends at 2026-11-28T12:00:00.000Z.";
  expect(shortInWords(until, endsAt, rowsAt("2026-11-28T14:10:00Z"))).toMatch(
    new RegExp(`${said}.* of 2026-11-28T14:10:00.000Z: restore /mnt/backups/rows.backup`),
  );
  for (const rows of [undefined, rowsAt("2026-11-28T11:10:00Z")]) {
    const words = shortInWords(until, endsAt, rows);
    expect(words).toContain(said);
    expect(words).not.toContain("rows");
  }
});
