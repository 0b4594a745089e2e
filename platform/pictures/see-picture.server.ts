import { createHash } from "node:crypto";
import { openSharp } from "./open-sharp.server.ts";

/** A picture in shades of grey, row by row: 0 is black, 255 white. */
export type GreyPicture = { width: number; height: number; shades: Uint8Array };

/** The SHA-256 of a picture's decoded pixels and its size: equal for two pictures that show the same, pixel by pixel. */
export async function hashPixels(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await openSharp();
  const { data, info } = await sharp(bytes).toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // Megabytes: hashed beside the event loop.
  const ofPixels = await crypto.subtle.digest("SHA-256", data);
  return createHash("sha256").update(`${info.width}x${info.height}\n`).update(new Uint8Array(ofPixels)).digest();
}

/** A picture as large as fits into this size, in shades of grey. */
export async function greyWithin(bytes: Uint8Array, width: number, height: number): Promise<GreyPicture> {
  const sharp = await openSharp();
  const small = sharp(bytes).resize({ width, height, fit: "inside" }).toColourspace("b-w").raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, shades: new Uint8Array(data) };
}
