import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { english } from "#tests/support/english.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { storeProof } from "./store-proof.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: "#0a7d" } });
const store = (bytes: Uint8Array, filename = "proof.png", network: string | null = null) =>
  storeProof(shop.services, { filename, bytes }, network);

test("[S1.5] JPEG, PNG, WebP and GIF are recognized by their bytes, not by their name, and become JPEG", async () => {
  for (const format of ["jpeg", "png", "webp", "gif"] as const) {
    const stored = await store(await picture(20, 10).toFormat(format).toBuffer(), "whatever.txt");
    if (!stored.ok) throw new Error(`${format}: ${stored.code}`);
    expect(await sharp((await shop.services.files.get(stored.value.key)) ?? undefined).metadata()).toMatchObject({
      format: "jpeg",
      width: 20,
      height: 10,
    });
    expect(stored.value.key).toMatch(/^[0-9a-f]{48}$/);
  }
});

test("a large picture is stored at most 2000 pixels wide", async () => {
  const stored = await store(await picture(4000, 1000).png().toBuffer());
  if (!stored.ok) throw new Error(stored.code);
  expect(await sharp((await shop.services.files.get(stored.value.key)) ?? undefined).metadata()).toMatchObject({
    width: 2000,
    height: 500,
  });
});

test("what is no picture, too big or cut off gets a sentence, and no file stays", async () => {
  const before = await readdir(shop.filesFolder);
  const noise = await sharp(Buffer.from(Uint8Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png()
    .toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');

  expect(await store(Buffer.from("not a picture"))).toMatchObject({ code: "proofNotAnImage", kind: "unsupported" });
  expect(await store(new Uint8Array())).toMatchObject({ code: "proofNotAnImage" });
  expect(await store(svg)).toMatchObject({ code: "proofNotAnImage" });
  expect(await store(await picture(10, 10).tiff().toBuffer())).toMatchObject({ code: "proofNotAnImage" });
  expect(await store(noise.subarray(0, noise.length / 2))).toMatchObject({ code: "proofIncomplete", kind: "invalid" });
  expect(await store(new Uint8Array(10 * 1024 * 1024 + 1))).toMatchObject({ code: "proofTooBig", kind: "tooLarge" });
  expect(
    await store(
      await sharp({ create: { width: 8000, height: 7000, channels: 3, background: "white" } })
        .png()
        .toBuffer(),
    ),
  ).toMatchObject({ code: "proofTooBig" });
  expect(await readdir(shop.filesFolder)).toEqual(before);
});

test("a HEIC photo that the image library cannot decode is said to be another format, not to be cut off", async () => {
  const stored = await store(await readFile("tests/support/pictures/photo.heic"), "IMG_0001.HEIC");
  expect(stored.ok || stored.code).toBe("proofNotAnImage");
});

test("[S1.5] each refusal names what is wrong with the picture", async () => {
  const sentenceOf = async (bytes: Uint8Array) => {
    const stored = await store(bytes);
    return stored.ok ? null : [refusalStatus[stored.kind], sentenceIn("en", stored)];
  };
  const png = await picture(300, 300).png().toBuffer();
  const damaged = Buffer.from(png).fill(0xaa, png.length - 60, png.length - 20);
  const avif = await readFile("tests/support/pictures/one-colour.avif");
  expect(await sentenceOf(new Uint8Array(10 * 1024 * 1024 + 1))).toEqual([413, english("proofTooBig", { limit: "10 MB" })]);
  expect(await sentenceOf(await picture(8000, 7000).png().toBuffer())).toEqual([413, english("proofTooBig", { limit: "50 megapixels" })]);
  expect(await sentenceOf(avif)).toEqual([413, english("proofTooBig", { limit: "8.5 megapixels" })]);
  expect(await sentenceOf(await picture(20_001, 1).png().toBuffer())).toEqual([413, english("pictureSideTooLong")]);
  expect(english("pictureSideTooLong")).toContain("a side over 20,000 pixels");
  expect(await sentenceOf(damaged)).toEqual([422, english("pictureDamaged")]);
  expect(english("pictureDamaged")).toContain("damaged");
});

test("[S1.5] a long screenshot keeps its width, and a JPEG without its end marker is taken", async () => {
  const long = await picture(1080, 15_000).flatten().jpeg().toBuffer();
  const stored = await store(long.subarray(0, -2), "1000008715");
  if (!stored.ok) throw new Error(stored.code);
  expect(await sharp((await shop.services.files.get(stored.value.key)) ?? undefined).metadata()).toMatchObject({
    width: 1080,
    height: 15_000,
  });
});

test("one network has one proof waiting; the next is asked to come back, and other networks are not", async () => {
  const bytes = await picture(600, 600).png().toBuffer();
  const from = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"];
  const answers = await Promise.all(from.map((network) => store(bytes, "proof.png", network)));
  expect(answers.map((answer) => answer.ok || answer.code)).toEqual([true, true, "proofsBusy", true, true]);
  expect(await store(bytes, "proof.png", "192.0.2.1")).toMatchObject({ ok: true });
});
