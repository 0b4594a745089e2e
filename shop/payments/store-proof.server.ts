import { randomBytes } from "node:crypto";
import { ownQueueLane, queueLaneOfNetwork } from "#platform/fair-queue/queue-lane.ts";
import type { RemakeOptions } from "#platform/pictures/pictures.ts";
import type { Services } from "#platform/provides.ts";
import { PICTURE_MAX_PIXELS, PICTURE_MAX_SCANS, PICTURE_MAX_SIDE } from "#shop/constants.ts";
import { type PictureRefusalCode, refusedPicture } from "#shop/picture-refusal.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { PROOF_MAX_BYTES, PROOF_STORED_MAX_PIXELS, PROOF_STORED_MAX_WIDTH } from "./constants.ts";
import { greySize, seenOf } from "./hash-proof.server.ts";
import type { ReceivedProof, StoredProof } from "./proof-image.ts";

const remake: RemakeOptions = {
  maxBytes: PROOF_MAX_BYTES,
  maxPixels: PICTURE_MAX_PIXELS,
  maxSide: PICTURE_MAX_SIDE,
  maxScans: PICTURE_MAX_SCANS,
  storedMaxWidth: PROOF_STORED_MAX_WIDTH,
  storedMaxHeight: PICTURE_MAX_SIDE,
  storedMaxPixels: PROOF_STORED_MAX_PIXELS,
  format: "jpeg",
};

type No = "proofNotAnImage" | "proofTooBig" | "proofIncomplete" | "proofsBusy" | PictureRefusalCode;

/**
 * Checks a payment proof by its bytes, re-encodes it without metadata (JPEG, at most 2000 pixels
 * wide) and stores it privately. Refuses a picture that cannot be read, with the reason, and one
 * from a `network` that has another picture waiting (`proofsBusy`) or sent many
 * (`tooManyPictures`). A refused picture is not stored. [S1.5] [S5.3] [S7.3]
 */
export async function storeProof(
  services: Pick<Services, "files" | "pictures">,
  proof: ReceivedProof,
  network: string | null = null,
): Promise<Result<StoredProof, No>> {
  const lane = network === null ? ownQueueLane("proofs") : queueLaneOfNetwork(network);
  const made = await services.pictures({ bytes: proof.bytes, remake, see: { ...greySize, hashes: true } }, lane);
  if ("fault" in made)
    return refusedPicture(made, PROOF_MAX_BYTES, {
      notAPicture: refused("proofNotAnImage"),
      tooBig: (limit) => refused("proofTooBig", { limit }),
      cutOff: refused("proofIncomplete"),
      busy: refused("proofsBusy"),
    });

  const key = randomBytes(24).toString("hex");
  const seen = seenOf(made);
  await services.files.put(key, made.picture);
  return ok({ key, filename: proof.filename, seen });
}
