import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settings } from "#shop/rows/exported-settings.ts";
import { readExportedRows } from "./exported-rows.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-rows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Settings exported by a version without limits per address. */
const older = {
  ...{ name: "Trackside", blurb: "", sinceYear: 2025, supportEmail: null, chatUrl: null, messagingUrl: null, idCheckerUrl: null },
  ...{ adminCurrency: "₹", takesRequest: true, takesAmazon: true, howToPay: "", timeZone: "Asia/Kolkata", mailsIds: false },
  ...{ mailsNewOrders: true, ownerEmail: null, guestOrderHours: 72, lookUpsMax: 60, ordersMax: 20, signInsMax: 10, signUpsMax: 20 },
  ...{ resetsMax: 20, contactMessagesMax: 5, uploadsMax: 20, eventStreamsMax: 20, eraseProofsDays: 0, eraseCodesDays: 0 },
  ...{ eraseIdsDays: 0, requiresSecondFactor: false, updatedAt: "2026-01-01T00:00:00.000000Z" },
};

async function read(row: Record<string, unknown>) {
  const file = join(folder, "settings.json");
  await writeFile(file, `[\n${JSON.stringify(row)}\n]\n`);
  const rows = [];
  for await (const part of readExportedRows(file, settings)) rows.push(...part.rows);
  return rows;
}

test.each([
  [
    { pendingOrdersMax: 10, heldIdsMax: 20 },
    { addressOrdersMax: 50, addressIdsMax: 100 },
  ],
  [
    { pendingOrdersMax: 4, heldIdsMax: 0 },
    { addressOrdersMax: 4, addressIdsMax: 0 },
  ],
])("an export from before the limits of addresses, with %o, is imported as an update would convert it", async (before, after) => {
  expect(await read({ ...older, ...before })).toEqual([expect.objectContaining({ ...before, ...after })]);
});

test("a limit of an export stays as it is written, and another column that is missing is refused", async () => {
  const written = { ...older, pendingOrdersMax: 4, heldIdsMax: 9, addressOrdersMax: 7, addressIdsMax: 8 };
  expect(await read(written)).toEqual([expect.objectContaining({ addressOrdersMax: 7, addressIdsMax: 8 })]);
  const { heldIdsMax, ...without } = written;
  await expect(read(without)).rejects.toThrow("heldIdsMax");
});
