import sharp from "sharp";

/** A picture of some size that does not compress. */
export function aPicture(): Promise<Buffer> {
  const side = 400;
  const noise = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}
