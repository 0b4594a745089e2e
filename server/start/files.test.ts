import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { S3Config } from "#platform/files/s3-config.ts";
import { sweepFiles } from "#shop/orders/retention/sweep-files.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { noSmallDisk, openSmallDisk } from "#tests/support/processes/small-disk.ts";
import { allOf } from "#tests/support/servers/every-store.ts";
import { openS3Server, type S3Server } from "#tests/support/servers/s3-server.ts";
import { countOrders } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aPicture } from "#tests/torture/picture.ts";
import { checkFiles, openFiles } from "./files.ts";

let storage: S3Server;
let shop: TestShop;
let picture: Buffer;
let warned: unknown[];
const log = { warn: (...facts: unknown[]) => void warned.push(facts), info: () => {}, error: () => {} };

beforeAll(async () => {
  [storage, shop] = await Promise.all([openS3Server(), openTestShop()]);
  picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
});
afterAll(() => Promise.all([storage.close(), shop.close()]));
beforeEach(() => {
  warned = [];
  storage.fates.length = 0;
  storage.calls.length = 0;
});

const named = (changes: Partial<S3Config> = {}) => ({ storage: { ...storage.config, ...changes } });

test("[S7.3] storage that lets the shop in is found out by one call; without any, nothing is asked and files lie on disk", async () => {
  await checkFiles(named(), log);
  expect(storage.calls).toHaveLength(1);
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-data-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await checkFiles({ storage: null }, log);
  await openFiles({ storage: null, dataDir }, "visitor").put("k", picture);
  expect(storage.calls).toHaveLength(1);
  expect(warned).toEqual([]);
});

test.each([
  [{ secretAccessKey: "hidden-secret" }, "S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID"],
  [{ accessKeyId: "hidden-key" }, "no access key with the name in S3_ACCESS_KEY_ID"],
  [{ bucket: "hidden-bucket" }, "no bucket with the name in S3_BUCKET"],
])("[S7.3] storage that refuses stops the start with its cure and without the value: %o", async (wrong, cure) => {
  const start = checkFiles(named(wrong), log);
  await expect(start).rejects.toMatchObject({ name: "StartProblem", message: expect.stringContaining(cure) });
  await expect(start).rejects.not.toThrow("hidden");
});

test("[S7.3] storage that is away does not keep the shop from starting: the operator is warned", async () => {
  await checkFiles(named({ endpoint: `http://127.0.0.1:${await freePort()}` }), log);
  expect(warned).toEqual([[expect.stringContaining("S3_ENDPOINT is away"), { reason: "the file store cannot be reached (ECONNREFUSED)" }]]);
});

test("[S7.3] [S9.4] an order's picture lies on the storage; while that is away nothing is placed, and the answer is 503", async () => {
  const files = openFiles({ ...named(), dataDir: "" }, "visitor");
  const call = openApi({ ...shop.services, log, files });
  const { id } = await aProduct(shop);
  const order = { productId: id, quantity: 1, paymentMethod: "amazon", giftCardCode: "ABCD1234" };
  const json = { ...order, paymentProof: `data:image/png;base64,${picture.toString("base64")}` };
  const placed = await call("/api/orders", { json, as: aGuest() });
  expect(placed.status).toBe(201);
  const { requestCode } = await placed.json();
  const proof = await call(`/api/admin/orders/${requestCode}/proof`, { as: await anAdmin(shop) });
  expect(await sharp(await proof.bytes()).metadata()).toMatchObject({ format: "jpeg", width: 9 });

  const away = { ...named({ endpoint: `http://127.0.0.1:${await freePort()}` }), dataDir: "" };
  const wait = { upload: { attemptMs: 50, withinMs: 50 }, other: { attemptMs: 50, withinMs: 50 } };
  const refused = openApi({ ...shop.services, log, files: openFiles(away, "visitor", wait) });
  const answer = await refused("/api/orders", { json, as: aGuest() });
  expect([answer.status, (await answer.json()).code]).toEqual([503, "failedToCreateRequest"]);
  expect(await countOrders(shop, id)).toBe(1);
});

test.skipIf(noSmallDisk !== "")(
  `[S7.3] [S9.4] on a full disk no picture is stored by half and no order is placed; the answer is 503, and the same order goes through with room${noSmallDisk}`,
  async () => {
    const disk = await openSmallDisk(2);
    onTestFinished(() => disk.close());
    const files = openFiles({ storage: null, dataDir: disk.folder }, "visitor");
    const call = openApi({ ...shop.services, log, files });
    const { id } = await aProduct(shop);
    const proof = `data:image/png;base64,${(await aPicture()).toString("base64")}`;
    const json = { productId: id, quantity: 1, paymentMethod: "amazon", giftCardCode: "ABCD1234", paymentProof: proof };
    await disk.fill();
    const answer = await call("/api/orders", { json, as: aGuest() });
    expect([answer.status, (await answer.json()).code]).toEqual([503, "failedToCreateRequest"]);
    expect([await countOrders(shop, id), await allOf(files.list())]).toEqual([0, []]);

    await disk.clear();
    expect((await call("/api/orders", { json, as: aGuest() })).status).toBe(201);
    expect(await allOf(files.list())).toHaveLength(1);
  },
);

test("[S7.3] files on the storage that no order has go when they are a day old, and no others", async () => {
  const files = openFiles({ ...named(), dataDir: "" }, "nobody");
  await files.put("nobodys", picture);
  const services = { ...shop.services, files };
  expect(await sweepFiles(services)).toBe(0);
  shop.setNow(new Date(Date.now() + 25 * 60 * 60 * 1_000));
  onTestFinished(() => shop.setNow());
  expect(await sweepFiles(services)).toBe(1);
  expect(await files.get("nobodys")).toBeNull();
  expect(await allOf(files.list())).toHaveLength(1);
});
