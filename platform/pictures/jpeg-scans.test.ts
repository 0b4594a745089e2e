import sharp from "sharp";
import { expect, test } from "vitest";
import { countScans } from "./jpeg-scans.ts";

const noise = Buffer.from(Uint8Array.from({ length: 300 * 200 * 3 }, (_, n) => (n * 7919) % 251));
const jpeg = (progressive: boolean) =>
  sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg({ progressive, quality: 95 })
    .toBuffer();
const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0]);

test("a plain JPEG has one scan, a progressive one some, and anything else none", async () => {
  expect(countScans(await jpeg(false))).toBe(1);
  expect(countScans(await jpeg(true))).toBe(10);
  expect(
    countScans(
      await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
        .png()
        .toBuffer(),
    ),
  ).toBe(0);
  expect(countScans(new Uint8Array())).toBe(0);
});

test("scans are counted between filling, restarts and stray bytes, and not in what stands beside or behind the picture", async () => {
  const picture = await jpeg(false);
  const beside = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 12]), scan]);
  const [start, rest] = [picture.subarray(0, 2), picture.subarray(2)];
  expect(countScans(Buffer.concat([start, beside, rest, scan, scan]))).toBe(1);

  const hidden = Buffer.from([0xff, 0xff, 0xff, 0xd0, 0xff, 0x02, 0xff, 0x00, 1, 2]);
  expect(countScans(Buffer.concat([picture.subarray(0, -2), hidden, scan, hidden, scan, Buffer.from([0xff, 0xd9])]))).toBe(3);
});

test("a JPEG that is cut off anywhere is counted as far as it goes", async () => {
  const picture = await jpeg(true);
  for (const length of [2, 3, 4, 5, 20, 21, 22, 23, 700]) expect(countScans(picture.subarray(0, length))).toBeLessThanOrEqual(10);
});
