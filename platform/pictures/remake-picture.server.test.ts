import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openSharp } from "./open-sharp.server.ts";
import { type PictureOptions, remakePicture } from "./pictures.server.ts";

const options: PictureOptions = {
  maxBytes: 1_000_000,
  maxPixels: 50_000_000,
  maxSide: 20_000,
  maxScans: 50,
  waitingMax: 8,
  keptMaxSide: 200,
  format: "jpeg",
};

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#777" } });

/** A PNG's head alone, which promises a picture that is never decoded. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = await picture(1, 1).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

test("a JPEG of many scans, each of which would be decoded whole, is too big", async () => {
  const jpeg = await picture(400, 400).jpeg({ progressive: true }).toBuffer();
  expect(await remakePicture(jpeg, options)).toBeInstanceOf(Buffer);

  const refinement = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0x10]);
  const bomb = Buffer.concat([jpeg.subarray(0, -2), ...Array(60).fill(refinement), Buffer.from([0xff, 0xd9])]);
  expect(await remakePicture(bomb, options)).toBe("tooBig");
  expect(await remakePicture(bomb, { ...options, maxScans: 100 })).not.toBe("tooBig");
});

test("a picture with a side that is too long is too big before it is decoded, though its pixels are few", async () => {
  expect(await remakePicture(await pngOf(1, 20_001), options)).toBe("tooBig");
  expect(await remakePicture(await pngOf(20_001, 1), options)).toBe("tooBig");
  expect(await remakePicture(await picture(20_000, 1).png().toBuffer(), options)).toBeInstanceOf(Buffer);
});

test("a picture of too many pixels is too big before it is decoded, though neither side is too long", async () => {
  expect(await remakePicture(await pngOf(10_000, 5_001), options)).toBe("tooBig");
  expect(await remakePicture(await pngOf(10_000, 5_000), options)).toBe("incomplete");
});

test("what can draw, such as SVG and PDF, is never opened, however it is dressed up", async () => {
  const uses = Array.from({ length: 20 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(2)}</g>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><g id="g0"><rect width="9" height="9"/></g>${uses}</svg>`;
  const start = performance.now();
  for (const bytes of [svg, `<?xml version="1.0"?>${svg}`, `<!-- GIF89a RIFF WEBP ftypheic -->${svg}`, "%PDF-1.7"]) {
    expect(await remakePicture(Buffer.from(bytes), options)).toBe("notAPicture");
  }
  expect(await remakePicture(await picture(9, 9).tiff().toBuffer(), options)).toBe("notAPicture");
  expect(performance.now() - start).toBeLessThan(1_000);
});

test("the decoder itself reads none of the kinds that draw, or that nobody sends, whoever asks it", async () => {
  const tiff = await picture(9, 9).tiff().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  const open = await openSharp();
  for (const bytes of [svg, tiff]) await expect(open(bytes).metadata()).rejects.toThrow("unsupported image format");
});

test("AVIF is a picture, and of one that moves the first frame is kept", async () => {
  expect(await remakePicture(await picture(20, 10).avif().toBuffer(), options)).toBeInstanceOf(Buffer);

  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ["gif", "webp"] as const) {
    const moving = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    const kept = await remakePicture(moving, options);
    if (typeof kept === "string") throw new Error(kept);
    expect(await sharp(kept).metadata()).toMatchObject({ width: 20, height: 10 });
  }
});
