import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#shop/constants.ts";
import { composeEmail } from "#shop/emails/sending/compose-email.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { folderOfBackups } from "./backup-place.server.ts";
import { recordBackups } from "./backup-state.server.ts";
import { emailFailedBackups } from "./email-failed-backups.server.ts";

const LONG_UP_MS = HOUR_MS;
const begin = new Date("2026-11-21T03:00:00Z");

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const at = (hours: number) => {
  shop.setNow(new Date(begin.getTime() + hours * HOUR_MS));
  return shop.services;
};
/** A try of a machine whose folder has no backup; its newest good one is set by hand. */
async function tried(hours: number, { lastGood, hasFailed }: { lastGood: number | null; hasFailed: boolean }): Promise<void> {
  await recordBackups(
    at(hours),
    { machine: "here", isOnly: true, dataDir: null, place: folderOfBackups("/nowhere") },
    { hasFailed, rowsMs: hasFailed ? null : 1_000 },
  );
  const lastGoodAt = lastGood === null ? null : new Date(begin.getTime() + lastGood * HOUR_MS);
  await shop.services.db.$client.query("update backup_states set last_good_at = $1", [lastGoodAt]);
}

test("the owner gets one email when backups fail or are late, and the next only after one worked again", async () => {
  expect(await emailFailedBackups(at(0), LONG_UP_MS), "no backups are set up").toBe(0);
  await tried(0, { lastGood: 0, hasFailed: false });
  expect(await emailFailedBackups(at(3), LONG_UP_MS)).toBe(0);
  expect(await emailFailedBackups(at(3.1), 60_000), "a shop that was off makes one first").toBe(0);
  expect((await Promise.all([1, 2].map(() => emailFailedBackups(at(3.1), LONG_UP_MS)))).sort(), "late").toEqual([0, 1]);
  await tried(4, { lastGood: 0, hasFailed: true });
  expect(await emailFailedBackups(at(5), LONG_UP_MS), "the same incident").toBe(0);
  await tried(6, { lastGood: 6, hasFailed: false });
  expect(await emailFailedBackups(at(6), LONG_UP_MS)).toBe(0);
  await tried(7, { lastGood: 6, hasFailed: true });
  expect(await emailFailedBackups(at(7), LONG_UP_MS), "another failed").toBe(1);
  expect(await emailFailedBackups(at(8), LONG_UP_MS)).toBe(0);
});

test("the email says how old the newest backup is, or that there is none", async () => {
  const { services } = shop;
  const settings = await readSettings(services);
  const texts = async (hours: string) => {
    const row = { id: "e", kind: "backups-failed" as const, orderId: null, userId: null, recipient: null, facts: { hours } };
    const composed = await composeEmail(services, row as unknown as Parameters<typeof composeEmail>[1], settings, "https://shop.example");
    return composed?.email.text;
  };
  expect(await texts("5")).toContain("The newest good backup is 5 hours old.");
  expect(await texts("0")).toContain("less than an hour old");
  expect(await texts("")).toContain("There is no good backup yet.");
  expect(await texts("")).toContain("https://shop.example/admin/settings/data");
});
