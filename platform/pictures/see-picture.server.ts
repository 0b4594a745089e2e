import { createHash } from "node:crypto";
import { openSharp } from "./open-sharp.server.ts";
import type { GreyPicture } from "./pictures.ts";

/**
 * The SHA-256 of a picture's decoded pixels and its size: equal for two pictures that are the same
 * pixel by pixel.
 */
export async function hashPixels(bytes: Uint8Array, maxPixels: number): Promise<Buffer> {
  const sharp = await openSharp();
  const raw = sharp(bytes, { limitInputPixels: maxPixels }).toColourspace("srgb").removeAlpha().raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const ofPixels = createHash("sha256").update(data).digest();
  return createHash("sha256").update(`${info.width}x${info.height}\n`).update(ofPixels).digest();
}

/** A greyscale version that fits into this size. */
export async function greyWithin(bytes: Uint8Array, width: number, height: number, maxPixels: number): Promise<GreyPicture> {
  const sharp = await openSharp();
  const small = sharp(bytes, { limitInputPixels: maxPixels }).resize({ width, height, fit: "inside" }).toColourspace("b-w").raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, shades: new Uint8Array(data) };
}
