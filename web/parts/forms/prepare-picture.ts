import { PICTURE_HEAD_BYTES, type PictureType, pictureTypeOf } from "#shop/picture-kind.ts";

/**
 * Limits of a picture: `maxBytes` may be uploaded, more than `shrunkFromBytes` is scaled down
 * first, and `stored…` is the size that the shop stores.
 */
type PictureBounds = {
  maxBytes: number;
  shrunkFromBytes: number;
  storedMaxWidth: number;
  storedMaxHeight: number;
  storedMaxPixels: number;
  type: "image/jpeg" | "image/webp";
};

/** A picture ready for upload, or why it cannot be uploaded. */
type PreparedPicture = { picture: File; fault: "notAPicture" | "tooBig" | null };

const QUALITY = 0.85;

/**
 * Recognizes a picture by its bytes and scales a large one down to the stored size. What this
 * browser cannot read is uploaded as it is; the server decides. [S1.5] [S5.3]
 */
export async function preparePicture(chosen: File, bounds: PictureBounds): Promise<PreparedPicture> {
  const type = pictureTypeOf(new Uint8Array(await chosen.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()));
  if (!type) return { picture: chosen, fault: "notAPicture" };
  const smaller = await shrunk(chosen, type, bounds).catch(() => null);
  if (!smaller && type === "image/heic") return { picture: chosen, fault: "notAPicture" };

  const known = chosen.type === type ? chosen : new File([chosen], chosen.name, { type });
  const picture = smaller ?? known;
  return { picture, fault: picture.size > bounds.maxBytes ? "tooBig" : null };
}

/** Formats that few programs read, or that the server accepts only when they are small. */
const costly: readonly PictureType[] = ["image/avif", "image/heic"];

/** The picture upright and scaled down; null if it is small enough or would not shrink. */
async function shrunk(chosen: File, type: PictureType, bounds: PictureBounds): Promise<File | null> {
  const isCostly = costly.includes(type);
  if (chosen.size <= bounds.shrunkFromBytes && !isCostly) return null;
  if (!(await isWhole(chosen, type))) return null;

  const bitmap = await createImageBitmap(chosen, { imageOrientation: "from-image" });
  const { width, height } = bitmap;
  const scales = [1, bounds.storedMaxWidth / width, bounds.storedMaxHeight / height, Math.sqrt(bounds.storedMaxPixels / (width * height))];
  const scale = Math.min(...scales);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const blob = await draw(bitmap, canvas, bounds.type);
  bitmap.close();
  const isBetter = blob && (blob.size < chosen.size || isCostly);
  return isBetter ? new File([blob], chosen.name, { type: blob.type }) : null;
}

function draw(bitmap: ImageBitmap, canvas: HTMLCanvasElement, type: PictureBounds["type"]): Promise<Blob | null> {
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  if (type === "image/jpeg") {
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/**
 * Whether a JPEG or PNG is complete. Browsers display truncated files; re-encoding one would hide
 * that part of it is missing.
 */
async function isWhole(chosen: File, type: PictureType): Promise<boolean> {
  const ends: Partial<Record<PictureType, string>> = { "image/jpeg": "\u00ff\u00d9", "image/png": "IEND" };
  const end = ends[type];
  if (end === undefined) return true;
  const bytes = await chosen.slice(Math.floor(chosen.size / 2)).arrayBuffer();
  return new TextDecoder("latin1")
    .decode(bytes)
    .includes(new TextDecoder("latin1").decode(Uint8Array.from(end, (sign) => sign.charCodeAt(0))));
}
