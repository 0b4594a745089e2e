import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { keepProof } from "./keep-proof.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: "#0a7d" } });
const keep = (bytes: Uint8Array, filename = "proof.png") => keepProof(shop.services, { filename, bytes });

test("[S1.5] JPEG, PNG, WebP and GIF are told by their bytes, not by their name, and become JPEG", async () => {
  for (const format of ["jpeg", "png", "webp", "gif"] as const) {
    const kept = await keep(await picture(20, 10).toFormat(format).toBuffer(), "whatever.txt");
    if (!kept.ok) throw new Error(`${format}: ${kept.code}`);
    expect(await sharp((await shop.services.files.get(kept.value.key)) ?? undefined).metadata()).toMatchObject({
      format: "jpeg",
      width: 20,
      height: 10,
    });
    expect(kept.value.key).toMatch(/^[0-9a-f]{48}$/);
  }
});

test("a large picture is kept at most 2000 pixels a side", async () => {
  const kept = await keep(await picture(4000, 1000).png().toBuffer());
  if (!kept.ok) throw new Error(kept.code);
  expect(await sharp((await shop.services.files.get(kept.value.key)) ?? undefined).metadata()).toMatchObject({ width: 2000, height: 500 });
});

test("what is no picture, too big or cut off gets a sentence, and no file stays", async () => {
  const before = await readdir(shop.filesFolder);
  const noise = await sharp(Buffer.from(Uint8Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png()
    .toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');

  expect(await keep(Buffer.from("not a picture"))).toMatchObject({ code: "proofNotAnImage", kind: "unsupported" });
  expect(await keep(new Uint8Array())).toMatchObject({ code: "proofNotAnImage" });
  expect(await keep(svg)).toMatchObject({ code: "proofNotAnImage" });
  expect(await keep(await picture(10, 10).tiff().toBuffer())).toMatchObject({ code: "proofNotAnImage" });
  expect(await keep(noise.subarray(0, noise.length / 2))).toMatchObject({ code: "proofIncomplete", kind: "invalid" });
  expect(await keep(new Uint8Array(10 * 1024 * 1024 + 1))).toMatchObject({ code: "proofTooBig", kind: "tooLarge" });
  expect(
    await keep(
      await sharp({ create: { width: 8000, height: 7000, channels: 3, background: "white" } })
        .png()
        .toBuffer(),
    ),
  ).toMatchObject({ code: "proofTooBig" });
  expect(await readdir(shop.filesFolder)).toEqual(before);
});

test("a HEIC photo that the image library cannot decode is told to be another format, not to be cut off", async () => {
  const kept = await keep(await readFile("tests/support/photo.heic"), "IMG_0001.HEIC");
  expect(kept.ok || kept.code).toBe("proofNotAnImage");
});

test("one proof is decoded at a time and at most 8 wait; the next is told to come back", async () => {
  const bytes = await picture(600, 600).png().toBuffer();
  const answers = await Promise.all(Array.from({ length: 12 }, () => keep(bytes)));

  expect(answers.filter((answer) => answer.ok)).toHaveLength(9);
  expect(answers.filter((answer) => !answer.ok && answer.code === "proofsBusy" && answer.kind === "busy")).toHaveLength(3);
  expect((await keep(bytes)).ok).toBe(true);
});
