import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupWarning } from "#shop/backups/backup-warning.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aBackupState } from "#tests/support/shop/backup-state.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import AdminArea, { loader } from "./area.tsx";
import { BackupAlert, BackupsSheet } from "./backup-warning.tsx";

const lastGoodAt = new Date("2026-11-18T21:30:00Z");

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("what is wrong with the backups is said in a sentence, and nothing where all is well", () => {
  expect(written(<BackupAlert warning={null} />)).toBe("");
  const words = (warning: BackupWarning) => wordsOf(written(<BackupAlert warning={warning} />));
  expect(words({ kind: "none", place: "folder" })).toContain("No backup has worked yet");
  expect(words({ kind: "none", place: "bucket" })).toContain("No backup in the S3 bucket has worked yet");
  expect(words({ kind: "sameDisk" })).toContain("on the same disk as your shop");
  expect(words({ kind: "old", place: "folder", lastGoodAt })).toContain("19 Nov 2026, 3:00 am IST");
  expect(words({ kind: "old", place: "bucket", lastGoodAt })).toContain("in the S3 bucket since");
});

test("the settings page hints quietly where no backups are set up", () => {
  const quiet = written(<BackupsSheet backups={[]} />);
  expect(wordsOf(quiet)).toContain("Backups are off");
  expect(quiet).not.toContain('role="');
  const folder = { place: "folder", lastGoodAt, failedAt: null, isOnSameDisk: false, rowsMs: null } as const;
  const both = wordsOf(written(<BackupsSheet backups={[folder, { ...folder, place: "bucket" }]} />));
  expect(both).toContain("backed up every hour. Backups of the last 24 hours, 7 days and 4 weeks are kept");
  expect(both).toContain("backed up to the S3 bucket every hour.");
  const failed = written(<BackupsSheet backups={[{ ...folder, failedAt: lastGoodAt, rowsMs: 60_000 }]} />);
  expect(wordsOf(failed)).toContain("backed up every day. Backups of the last 7 days and 4 weeks are kept");
  expect(wordsOf(failed)).toContain("The last try failed: |19 Nov 2026, 3:00 am IST");
});

test("every page of the admin's area warns of backups that are too old, until there is a newer one", async () => {
  const { services } = shop;
  const context = new RouterContextProvider();
  const settings = await readSettings(services);
  context.set(requestContext, aRequest({ services, visitor: await anAdmin(shop), settings }));
  const words = async () => {
    const loaderData = await loader({ context } as unknown as Parameters<typeof loader>[0]);
    const page = <AdminArea {...({ loaderData } as Parameters<typeof AdminArea>[0])} />;
    return wordsOf(written(page, { path: "/admin/orders" }));
  };
  const dayMs = 24 * 60 * 60 * 1_000;
  const wasMade = (days: number, rowsMs = 60_000) => aBackupState(shop, { lastGoodAt: new Date(Date.now() - days * dayMs), rowsMs });
  const quiet = await words();
  await wasMade(1.9);
  expect(await words()).toBe(quiet);
  await wasMade(2.1);
  expect(await words()).toContain("No new backup since");
  await wasMade(0.2, 1_000);
  expect(await words(), "one that is made every hour").toContain("No new backup since");
  await wasMade(0.1);
  expect(await words()).toBe(quiet);
});
