import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { countTries } from "#platform/tries.server.ts";
import type { BackupState } from "#shop/backups/backup-warning.ts";
import { BACKUP_FIRST_LOOK_MS, HOLDS_CHECKED_EVERY_MS, LETTER_KEPT_MS, SWEEP_EVERY_MS, TRIES_SWEPT_EVERY_MS } from "#shop/constants.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { aCustomer, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { aGiftCardScreenshot, drawing } from "#tests/support/look-alikes.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop.ts";
import { startChores } from "./chores.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const DAY_MS = 24 * 60 * 60 * 1_000;

test("the shop itself cancels a guest's order that waited too long, and writes to its owner when most of a product is held", async () => {
  const { services } = shop;
  const waiting = await aPendingOrder(shop);
  const { id: productId } = await aProduct(shop, { ids: ["1", "2", "3", "4", "5"].map((end) => `HELD-${end}`) });
  await aPendingOrder(shop, { productId, quantity: 5, visitor: await aCustomer(shop) });
  shop.setNow(new Date(Date.now() + 4 * DAY_MS));

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = startChores(services, null);
  vi.advanceTimersByTime(HOLDS_CHECKED_EVERY_MS);
  vi.useRealTimers();
  await vi.waitFor(
    async () => {
      const { rows } = await services.db.$client.query(
        "select (select status from orders where id = $1), exists (select from letters where kind = 'mostly-held') as told",
        [waiting.id],
      );
      expect(rows).toEqual([{ status: "cancelled", told: true }]);
    },
    { timeout: 15_000, interval: 50 },
  );
  await stop();
});

test("the shop itself looks at a proof as soon as it came, and clears away what is over", async () => {
  const { services } = shop;
  shop.setNow();
  const { $client } = services.db;
  await countTries(services, [{ who: "somebody", most: 1, windowMs: 1_000 }]);
  await services.files.put("nobodys", Buffer.from("x"));
  const form = { name: "Asha", email: "asha@example.com", message: "Where is my ID?" };
  await sendMessage(services, { userId: null, address: "192.0.2.1" }, form);

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = startChores(services, null);
  const proof = { filename: "proof.png", bytes: await aGiftCardScreenshot(drawing(5)) };
  const { id } = await aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD12345678", proof });
  const compareAt = async () => (await $client.query("select compare_at from payment_marks where order_id = $1", [id])).rows;
  await vi.waitFor(async () => expect(await compareAt()).toEqual([{ compare_at: null }]), { timeout: 15_000, interval: 50 });

  shop.setNow(new Date(Date.now() + LETTER_KEPT_MS + DAY_MS));
  vi.advanceTimersByTime(Math.max(SWEEP_EVERY_MS, TRIES_SWEPT_EVERY_MS));
  vi.useRealTimers();
  const left =
    "select (select count(*)::integer from tries) as tries, (select count(*)::integer from letters where kind = 'contact-message') as letters";
  await vi.waitFor(
    async () => {
      expect((await $client.query(left)).rows).toEqual([{ tries: 0, letters: 0 }]);
      expect(await services.files.get("nobodys")).toBeNull();
    },
    { timeout: 15_000, interval: 50 },
  );
  await stop();
  shop.setNow();
});

test("the shop itself makes its first daily backup soon after the start, and tells the pages how the backups stand", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-chores-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db: _, ...source } = shop.services;
  const place = { databaseUrl: shop.databaseUrl, dir: join(dataDir, "daily"), dataDir, passphrase: null };
  let seen: BackupState | null = null;

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stop = startChores(shop.services, { ...source, ...place, secret: { value: TEST_SECRET, isOperators: false } }, (state) => {
    seen = state;
  });
  vi.advanceTimersByTime(BACKUP_FIRST_LOOK_MS);
  vi.useRealTimers();
  await vi.waitFor(() => expect(seen).toMatchObject({ lastGoodAt: expect.any(Date), isOnSameDisk: true }), { timeout: 15_000 });
  expect(await readdir(place.dir)).toEqual([expect.stringMatching(/^trackside-.*Z\.backup$/)]);
  await stop();
});
