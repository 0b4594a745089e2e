import type { Metadata, Sharp } from "sharp";
import { countScans } from "./jpeg-scans.ts";
import { openSharp } from "./open-sharp.server.ts";

/** What is wrong with a picture that came in; `busy` when too many wait for the decoder. */
export type PictureFault = "notAPicture" | "tooBig" | "incomplete" | "busy";

/** How big and in how many scans a picture may come in, how many may wait before it, and what is made of it: a JPEG on white, or a WebP that keeps what is clear. */
export type PictureOptions = {
  maxBytes: number;
  maxPixels: number;
  maxSide: number;
  maxScans: number;
  waitingMax: number;
  keptMaxSide: number;
  format: "jpeg" | "webp";
};

const QUALITY = 85;
const formats = new Set(["jpeg", "png", "webp", "gif", "heif"]);

/** Checks a picture by its bytes and makes a new one of it, upright, no bigger than wanted and without its metadata. */
export async function remakePicture(bytes: Uint8Array, options: PictureOptions): Promise<Buffer | PictureFault> {
  if (bytes.length > options.maxBytes || countScans(bytes) > options.maxScans) return "tooBig";
  if (waiting > options.waitingMax) return "busy";
  return oneAtATime(() => remake(bytes, options));
}

async function remake(bytes: Uint8Array, { maxPixels, maxSide, keptMaxSide, format }: PictureOptions): Promise<Buffer | PictureFault> {
  const sharp = await openSharp();
  const read = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 });
  let size: Metadata;
  try {
    size = await read().metadata();
  } catch (cause) {
    return isTooManyPixels(cause) ? "tooBig" : "notAPicture";
  }
  if (!formats.has(size.format)) return "notAPicture";
  if (size.width * size.height > maxPixels || Math.max(size.width, size.height) > maxSide) return "tooBig";

  try {
    const picture = read().autoOrient().resize({ width: keptMaxSide, height: keptMaxSide, fit: "inside", withoutEnlargement: true });
    return await encoders[format](picture).toBuffer();
  } catch (cause) {
    if (isTooManyPixels(cause)) return "tooBig";
    return isUnreadableHere(cause) ? "notAPicture" : "incomplete";
  }
}

const encoders = {
  jpeg: (picture: Sharp) => picture.flatten({ background: "white" }).jpeg({ quality: QUALITY }),
  webp: (picture: Sharp) => picture.webp({ quality: QUALITY }),
};

/** Most builds of the image library know HEIC by its header and cannot decode it. */
function isUnreadableHere(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("not been built in");
}

function isTooManyPixels(cause: unknown): boolean {
  return cause instanceof Error && /pixel limit/i.test(cause.message);
}

let waiting = 0;
let decoding: Promise<unknown> = Promise.resolve();

/** A decoded picture takes up to 200 MB, so a process decodes one at a time, whatever it is for. */
async function oneAtATime<T>(decode: () => Promise<T>): Promise<T> {
  waiting += 1;
  const turn = decoding.then(decode).finally(() => {
    waiting -= 1;
  });
  decoding = turn.catch(() => undefined);
  return turn;
}
