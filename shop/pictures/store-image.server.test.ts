import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { IMAGE_MAX_BYTES } from "./constants.ts";
import { readImage } from "./read-image.server.ts";
import { storeImage } from "./store-image.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: "#0a7d" } });
const store = (bytes: Uint8Array) => storeImage(shop.services, { bytes });

test("[S5.8] JPEG, PNG, WebP and GIF become a WebP of at most 1200 pixels a side, at a path that nobody can guess", async () => {
  for (const format of ["jpeg", "png", "webp", "gif"] as const) {
    const stored = await store(await picture(2400, 1000).toFormat(format).toBuffer());
    if (!stored.ok) throw new Error(`${format}: ${stored.code}`);
    expect(stored.value).toMatch(/^\/product-images\/[0-9a-f]{48}\.webp$/);
    const read = await sharp((await readImage(shop.services, stored.value)) ?? undefined).metadata();
    expect(read).toMatchObject({ format: "webp", width: 1200, height: 500, hasAlpha: ["png", "webp"].includes(format) });
  }
});

test("[S5.8] what a camera wrote beside the picture is not stored, and the picture stands upright", async () => {
  const photo = await picture(40, 20)
    .jpeg()
    .withExif({ IFD0: { Copyright: "somebody", Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const stored = await store(photo);
  if (!stored.ok) throw new Error(stored.code);
  const read = await sharp((await readImage(shop.services, stored.value)) ?? undefined).metadata();
  expect(read).toMatchObject({ width: 20, height: 40 });
  expect([read.exif, read.xmp, read.iptc, read.orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test("[S5.8] what is no picture, too big or cut off gets a sentence beside the upload, and no file stays", async () => {
  const before = await readdir(shop.filesFolder, { recursive: true });
  const noise = await sharp(Buffer.from(Uint8Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png()
    .toBuffer();
  const wide = sharp({ create: { width: 8000, height: 7000, channels: 3, background: "white" } });
  const faulty = [
    [Buffer.from("not a picture"), "imageNotAPicture"],
    [new Uint8Array(), "imageNotAPicture"],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'), "imageNotAPicture"],
    [await readFile("tests/support/pictures/photo.heic"), "imageNotAPicture"],
    [noise.subarray(0, noise.length / 2), "imageIncomplete"],
    [new Uint8Array(IMAGE_MAX_BYTES + 1), "imageTooBig"],
    [await wide.png().toBuffer(), "imageTooBig"],
  ] as const;
  for (const [bytes, code] of faulty) expect(await store(bytes)).toMatchObject({ ok: false, code, field: "imageUpload" });
  expect(await readdir(shop.filesFolder, { recursive: true })).toEqual(before);
});

test("[S6.5] no other file of the store is read as a picture of a product", async () => {
  const key = "ab".repeat(24);
  await shop.services.files.put(key, new Uint8Array([1]));
  await shop.services.files.put(`${key}.webp`, new Uint8Array([1]));
  await shop.services.files.put("product-images/other.webp", new Uint8Array([1]));
  for (const path of [
    `/${key}`,
    key,
    `/${key}.webp`,
    `/product-images/../${key}.webp`,
    `/product-images/../${key}`,
    "/product-images/other.webp",
  ]) {
    expect(await readImage(shop.services, path), path).toBeNull();
  }
});
