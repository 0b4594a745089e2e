import type { QueueLane } from "../fair-queue/queue-lane.ts";

/** A greyscale picture, row by row: 0 is black, 255 white. */
export type GreyPicture = { width: number; height: number; shades: Uint8Array };

/** Why a picture is refused. `unreadable`: it killed the decoder or made it exceed its limits. */
type PictureFault = "notAPicture" | "tooBig" | "tooManyPixels" | "sideTooLong" | "cutOff" | "damaged" | "unreadable" | "busy" | "limited";

/**
 * A refused picture. `megapixelsMax` is the limit that it exceeds, if it has too many pixels;
 * `waitMs` is how long a `limited` network has to wait.
 */
export type PictureNo = { fault: PictureFault; megapixelsMax?: number; waitMs?: number };

/**
 * The most pixels of a picture, by format: a pixel of an AVIF takes 30 times the memory of a
 * JPEG's.
 */
export type PixelBudget = { jpeg: number; png: number; webp: number; gif: number; avif: number; inPasses: number };

/**
 * The limits of a received picture, and what is made of it: a JPEG on white, or a WebP that keeps
 * transparency.
 */
export type RemakeOptions = {
  maxBytes: number;
  maxSide: number;
  maxScans: number;
  /** `inPasses` applies to progressive JPEGs, interlaced PNGs and pictures of 16 bits a channel. */
  maxPixels: PixelBudget;
  storedMaxWidth: number;
  storedMaxHeight: number;
  storedMaxPixels: number;
  format: "jpeg" | "webp" | "png";
  /** The whole picture within a frame of exactly this size; without it, in its own shape. */
  frame?: PictureFrame;
};

/** A ground, such as `#111c39`, of this size in pixels, and the room that stays free on each side. */
export type PictureFrame = { width: number; height: number; margin: number; ground: string };

/** What the decoder does with a picture: re-encodes it, if wanted, and then analyses it. */
export type PictureTask = {
  bytes: Uint8Array;
  remake: RemakeOptions | null;
  /** The size of the greyscale version, and whether to hash the pixels. */
  see: { width: number; height: number; hashes: boolean } | null;
};

/**
 * `pixels` is the SHA-256 of the decoded pixels and the size: equal for two pictures that are the
 * same pixel by pixel.
 */
export type PictureDone = { picture: Uint8Array; grey: GreyPicture | null; pixels: Uint8Array | null };

/**
 * Decodes pictures outside of this process, one at a time. Rejects if the decoder cannot be
 * started.
 */
export type Pictures = (task: PictureTask, lane: QueueLane) => Promise<PictureDone | PictureNo>;
