import { randomBytes } from "node:crypto";
import { type PictureOptions, remakePicture } from "#platform/pictures.server.ts";
import type { Services } from "#platform/provides.ts";
import {
  PICTURE_MAX_SCANS,
  PICTURE_MAX_SIDE,
  PICTURES_WAITING_MAX,
  PROOF_KEPT_MAX_SIDE,
  PROOF_MAX_BYTES,
  PROOF_MAX_PIXELS,
} from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { KeptProof, ReceivedProof } from "./proof-image.ts";
import { seeProof } from "./see-proof.server.ts";

const options: PictureOptions = {
  maxBytes: PROOF_MAX_BYTES,
  maxPixels: PROOF_MAX_PIXELS,
  maxSide: PICTURE_MAX_SIDE,
  maxScans: PICTURE_MAX_SCANS,
  waitingMax: PICTURES_WAITING_MAX,
  keptMaxSide: PROOF_KEPT_MAX_SIDE,
  format: "jpeg",
};

const faults = { notAPicture: "proofNotAnImage", tooBig: "proofTooBig", incomplete: "proofIncomplete", busy: "proofsBusy" } as const;

/**
 * Checks a payment proof by its bytes, makes a new picture of it without its metadata (JPEG, at most 2000 pixels a side) and stores that privately.
 * Refuses what is no picture, too big or cut off, and `proofsBusy` when too many wait. Nothing is stored then. [S1.5] [S5.3] [S7.3]
 */
export async function keepProof(
  services: Pick<Services, "files">,
  proof: ReceivedProof,
): Promise<Result<KeptProof, "proofNotAnImage" | "proofTooBig" | "proofIncomplete" | "proofsBusy">> {
  const picture = await remakePicture(proof.bytes, options);
  if (typeof picture === "string") return refused(faults[picture]);

  const key = randomBytes(24).toString("hex");
  const [seen] = await Promise.all([seeProof(picture), services.files.put(key, picture)]);
  return granted({ key, filename: proof.filename, seen });
}
