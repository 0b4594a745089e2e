import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureTypeOf } from "./picture-kind.ts";

test("[S1.5] a picture's first bytes tell its format", async () => {
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: "teal" } });
  for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const)
    expect(pictureTypeOf(await picture.clone().toFormat(format).toBuffer())).toBe(`image/${format}`);
  expect(pictureTypeOf(await readFile("tests/support/pictures/photo.heic"))).toBe("image/heic");
  for (const text of ["", "\u00ff\u00d8", "<svg/>", "%PDF-1.7", "RIFF1234WAVE", "....ftypisom", "not a picture at all"])
    expect(pictureTypeOf(Buffer.from(text, "latin1")), text).toBeNull();
});
