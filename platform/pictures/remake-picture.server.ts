import type { Metadata, Sharp } from "sharp";
import { openSharp } from "./open-sharp.server.ts";
import { endsJpeg, isCutOff, withJpegEnd } from "./picture-end.ts";
import type { PictureFrame, PictureNo, PixelBudget, RemakeOptions } from "./pictures.ts";

const QUALITY = 85;
/** The image library's names of the accepted formats. Of HEIF, most builds read only AVIF. */
const formats: Record<string, Exclude<keyof PixelBudget, "inPasses">> = {
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  gif: "gif",
  heif: "avif",
};

/**
 * Re-encodes a received picture: upright, no bigger than wanted and without metadata. Checks the
 * header before anything is decoded. Accepts a JPEG that lacks nothing but its end marker.
 */
export async function remakePicture(received: Uint8Array, options: RemakeOptions): Promise<Buffer | PictureNo> {
  const sharp = await openSharp();
  const lacksEnd = !endsJpeg(received);
  const bytes = lacksEnd ? withJpegEnd(received) : received;
  // With an end marker appended, a truncated JPEG causes only a warning.
  const read = () => sharp(bytes, { limitInputPixels: options.maxPixels.jpeg, failOn: lacksEnd ? "warning" : "error", pages: 1 });
  let head: Metadata;
  try {
    head = await read().metadata();
  } catch (cause) {
    if (isTooManyPixels(cause)) return tooManyPixels(options.maxPixels.jpeg);
    return { fault: isCutOff(received) ? "cutOff" : "notAPicture" };
  }
  const no = objectionTo(head, options);
  if (no) return no;
  try {
    const upright = read().autoOrient();
    const picture = options.frame
      ? framed(upright, options.frame)
      : upright.resize({ ...storedSize(head.autoOrient, options), fit: "fill" });
    return await encoders[options.format](picture).toBuffer();
  } catch (cause) {
    if (isUnreadableHere(cause)) return { fault: "notAPicture" };
    return { fault: isCutOff(received) ? "cutOff" : "damaged" };
  }
}

function objectionTo(head: Metadata, { maxSide, maxPixels }: RemakeOptions): PictureNo | null {
  const format = formats[head.format];
  if (!format) return { fault: "notAPicture" };
  const isInPasses = format !== "avif" && (head.isProgressive || head.depth !== "uchar");
  const most = isInPasses ? Math.min(maxPixels[format], maxPixels.inPasses) : maxPixels[format];
  if (Math.max(head.width, head.height) > maxSide) return { fault: "sideTooLong" };
  return head.width * head.height > most ? tooManyPixels(most) : null;
}

function tooManyPixels(most: number): PictureNo {
  return { fault: "tooManyPixels", megapixelsMax: most / 1_000_000 };
}

/** The size to keep: within the limits of width, height and pixels; never enlarged. */
function storedSize({ width, height }: { width: number; height: number }, options: RemakeOptions): { width: number; height: number } {
  const scales = [
    1,
    options.storedMaxWidth / width,
    options.storedMaxHeight / height,
    Math.sqrt(options.storedMaxPixels / (width * height)),
  ];
  const scale = Math.min(...scales);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function framed(picture: Sharp, { width, height, margin, ground }: PictureFrame): Sharp {
  return picture
    .flatten({ background: ground })
    .resize({ width: width - 2 * margin, height: height - 2 * margin, fit: "contain", background: ground })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: ground });
}

const encoders = {
  jpeg: (picture: Sharp) => picture.flatten({ background: "white" }).jpeg({ quality: QUALITY }),
  webp: (picture: Sharp) => picture.webp({ quality: QUALITY }),
  png: (picture: Sharp) => picture.png(),
};

/** Most builds of the image library recognize HEIC by its header and cannot decode it. */
function isUnreadableHere(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("not been built in");
}

function isTooManyPixels(cause: unknown): boolean {
  return cause instanceof Error && /pixel limit/i.test(cause.message);
}
