import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openSharp } from "./open-sharp.server.ts";
import type { RemakeOptions } from "./pictures.ts";
import { remakePicture } from "./remake-picture.server.ts";

const options: RemakeOptions = {
  maxBytes: 1_000_000,
  maxPixels: { jpeg: 50_000_000, png: 50_000_000, webp: 25_000_000, gif: 25_000_000, avif: 8_500_000, inPasses: 25_000_000 },
  maxSide: 20_000,
  maxScans: 50,
  storedMaxWidth: 200,
  storedMaxHeight: 20_000,
  storedMaxPixels: 24_000_000,
  format: "jpeg",
};

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#777" } });

/** The header of a PNG, for a picture that is never decoded. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = await picture(1, 1).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

test("a picture with a side that is too long is too big before it is decoded, though its pixels are few", async () => {
  expect(await remakePicture(await pngOf(1, 20_001), options)).toEqual({ fault: "sideTooLong" });
  expect(await remakePicture(await pngOf(20_001, 1), options)).toEqual({ fault: "sideTooLong" });
  expect(await remakePicture(await picture(20_000, 1).png().toBuffer(), options)).toBeInstanceOf(Buffer);
});

test("a picture of too many pixels is too big before it is decoded, though neither side is too long", async () => {
  expect(await remakePicture(await pngOf(10_000, 5_001), options)).toEqual({ fault: "tooManyPixels", megapixelsMax: 50 });
  expect(await remakePicture(await pngOf(10_000, 5_000), options)).toEqual({ fault: "damaged" });
});

test("what can draw, such as SVG and PDF, is never opened, however it is dressed up", async () => {
  const uses = Array.from({ length: 20 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(2)}</g>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><g id="g0"><rect width="9" height="9"/></g>${uses}</svg>`;
  const start = performance.now();
  for (const bytes of [svg, `<?xml version="1.0"?>${svg}`, `<!-- GIF89a RIFF WEBP ftypheic -->${svg}`, "%PDF-1.7"]) {
    expect(await remakePicture(Buffer.from(bytes), options)).toEqual({ fault: "notAPicture" });
  }
  expect(await remakePicture(await picture(9, 9).tiff().toBuffer(), options)).toEqual({ fault: "notAPicture" });
  expect(performance.now() - start).toBeLessThan(1_000);
});

test("the decoder itself reads none of the kinds that draw, or that nobody sends, whoever asks it", async () => {
  const tiff = await picture(9, 9).tiff().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  const open = await openSharp();
  for (const bytes of [svg, tiff]) await expect(open(bytes).metadata()).rejects.toThrow("unsupported image format");
});

test("AVIF is a picture, and of an animated one the first frame is stored", async () => {
  expect(await remakePicture(await picture(20, 10).avif().toBuffer(), options)).toBeInstanceOf(Buffer);

  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ["gif", "webp"] as const) {
    const animated = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    const stored = await remakePicture(animated, options);
    if ("fault" in stored) throw new Error(stored.fault);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 20, height: 10 });
  }
});

test("each format has its own budget of pixels, and what is decoded in passes another", async () => {
  const over = { fault: "tooManyPixels", megapixelsMax: 0.01 };
  const wide = picture(101, 100);
  for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
    const bytes = await wide.clone().toFormat(format).toBuffer();
    expect(await remakePicture(bytes, { ...options, maxPixels: { ...options.maxPixels, [format]: 10_000 } }), format).toEqual(over);
    expect(await remakePicture(bytes, { ...options, maxPixels: { ...options.maxPixels, inPasses: 10_000 } }), format).toBeInstanceOf(
      Buffer,
    );
  }
  const inPasses = [
    wide.clone().jpeg({ progressive: true }),
    wide.clone().png({ progressive: true }),
    wide.clone().toColourspace("rgb16").png(),
  ];
  for (const one of inPasses)
    expect(await remakePicture(await one.toBuffer(), { ...options, maxPixels: { ...options.maxPixels, inPasses: 10_000 } })).toEqual(over);
});

test("[S1.5] an AVIF of one colour with 50 megapixels takes 1 KB, and is refused by its head", async () => {
  const bytes = await readFile("tests/support/pictures/one-colour.avif");
  expect(bytes.length).toBeLessThan(2_000);
  const before = process.memoryUsage.rss();
  expect(await remakePicture(bytes, options)).toEqual({ fault: "tooManyPixels", megapixelsMax: 8.5 });
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
});

test("a long screenshot keeps its width; only one of very many pixels is made narrower", async () => {
  const sizeOf = async (width: number, height: number, wanted: Partial<RemakeOptions>) => {
    const stored = await remakePicture(await picture(width, height).png().toBuffer(), { ...options, ...wanted });
    if ("fault" in stored) throw new Error(stored.fault);
    const { width: storedWidth, height: storedHeight } = await sharp(stored).metadata();
    return [storedWidth, storedHeight];
  };
  expect(await sizeOf(100, 1_500, { storedMaxWidth: 100 })).toEqual([100, 1_500]);
  expect(await sizeOf(400, 3_000, { storedMaxWidth: 100 })).toEqual([100, 750]);
  expect(await sizeOf(400, 1_600, { storedMaxPixels: 160_000, storedMaxWidth: 2_000 })).toEqual([200, 800]);
  expect(await sizeOf(40, 20, { storedMaxWidth: 100 })).toEqual([40, 20]);
});

test("a picture within a frame is whole, in the middle, and on the frame's ground", async () => {
  const frame = { width: 100, height: 60, margin: 10, ground: "#111c39" };
  const wide = await sharp({ create: { width: 400, height: 100, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 1 } } })
    .png()
    .toBuffer();
  const made = await remakePicture(wide, { ...options, format: "png", frame });
  if ("fault" in made) throw new Error(made.fault);
  const { data, info } = await sharp(made).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  expect([info.width, info.height]).toEqual([100, 60]);
  expect([at(2, 30), at(50, 5), at(50, 15)]).toEqual([
    [17, 28, 57],
    [17, 28, 57],
    [17, 28, 57],
  ]);
  expect([at(12, 30), at(50, 30), at(88, 30)]).toEqual([
    [255, 0, 0],
    [255, 0, 0],
    [255, 0, 0],
  ]);
});

const noise = sharp(Buffer.from(Uint8Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
  raw: { width: 300, height: 300, channels: 3 },
});

test.each([{ progressive: false }, { progressive: true }])(
  "a JPEG (%j) that lacks only its end marker is read; one that lacks more is cut off",
  async (how) => {
    const bytes = await noise.clone().jpeg(how).toBuffer();
    for (const missing of [1, 2]) expect(await remakePicture(bytes.subarray(0, -missing), options)).toBeInstanceOf(Buffer);
    for (const missing of [40, Math.floor(bytes.length / 2)])
      expect(await remakePicture(bytes.subarray(0, -missing), options)).toEqual({ fault: "cutOff" });
  },
);

test("a picture that ends too early is cut off, and one that is whole but wrong inside is damaged", async () => {
  for (const format of ["png", "webp", "gif"] as const) {
    const bytes = await noise.clone().toFormat(format).toBuffer();
    expect(await remakePicture(bytes.subarray(0, bytes.length / 2), options), format).toEqual({ fault: "cutOff" });
  }
  const png = await noise.clone().png().toBuffer();
  const middle = Math.floor(png.length / 2);
  png.fill(0xaa, middle, middle + 200);
  expect(await remakePicture(png, options)).toEqual({ fault: "damaged" });
});
