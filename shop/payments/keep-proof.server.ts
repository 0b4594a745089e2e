import { randomBytes } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import type { Services } from "#platform/provides.ts";
import { PROOF_KEPT_MAX_SIDE, PROOF_MAX_BYTES, PROOF_MAX_PIXELS, PROOFS_WAITING_MAX } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { KeptProof, ReceivedProof } from "./proof-image.ts";

const JPEG_QUALITY = 85;
const formats = new Set(["jpeg", "png", "webp", "gif", "heif"]);

sharp.cache(false);
sharp.concurrency(1);

/**
 * Checks a payment proof by its bytes, makes a new picture of it without its metadata (JPEG, at most 2000 pixels a side) and stores that privately.
 * Refuses what is no picture, too big or cut off, and `proofsBusy` when too many wait. Nothing is stored then. [S1.5] [S5.3] [S7.3]
 */
export async function keepProof(
  services: Pick<Services, "files">,
  proof: ReceivedProof,
): Promise<Result<KeptProof, "proofNotAnImage" | "proofTooBig" | "proofIncomplete" | "proofsBusy">> {
  if (proof.bytes.length > PROOF_MAX_BYTES) return refused("proofTooBig");
  if (waiting > PROOFS_WAITING_MAX) return refused("proofsBusy");

  const picture = await oneAtATime(() => makeAnew(proof.bytes));
  if (!picture.ok) return picture;

  const key = randomBytes(24).toString("hex");
  await services.files.put(key, picture.value);
  return granted({ key, filename: proof.filename });
}

async function makeAnew(bytes: Uint8Array): Promise<Result<Buffer, "proofNotAnImage" | "proofTooBig" | "proofIncomplete">> {
  const read = () => sharp(bytes, { limitInputPixels: PROOF_MAX_PIXELS, failOn: "error", pages: 1 });
  let size: Metadata;
  try {
    size = await read().metadata();
  } catch (cause) {
    return refused(isTooManyPixels(cause) ? "proofTooBig" : "proofNotAnImage");
  }
  if (!formats.has(size.format)) return refused("proofNotAnImage");
  if (size.width * size.height > PROOF_MAX_PIXELS) return refused("proofTooBig");

  try {
    const picture = await read()
      .autoOrient()
      .resize({ width: PROOF_KEPT_MAX_SIDE, height: PROOF_KEPT_MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    return granted(picture);
  } catch (cause) {
    if (isTooManyPixels(cause)) return refused("proofTooBig");
    return refused(isUnreadableHere(cause) ? "proofNotAnImage" : "proofIncomplete");
  }
}

/** Most builds of the image library know HEIC by its header and cannot decode it. */
function isUnreadableHere(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("not been built in");
}

function isTooManyPixels(cause: unknown): boolean {
  return cause instanceof Error && /pixel limit/i.test(cause.message);
}

let waiting = 0;
let decoding: Promise<unknown> = Promise.resolve();

/** A decoded picture takes up to 200 MB, so a process decodes one at a time. */
async function oneAtATime<T>(decode: () => Promise<T>): Promise<T> {
  waiting += 1;
  const turn = decoding.then(decode).finally(() => {
    waiting -= 1;
  });
  decoding = turn.catch(() => undefined);
  return turn;
}
