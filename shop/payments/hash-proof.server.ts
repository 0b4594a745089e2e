import { ownQueueLane, type QueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { Services } from "#platform/provides.ts";
import { GREY_HEIGHT, GREY_WIDTH, type GreyPicture, perceptualHashOf } from "./perceptual-hash.ts";
import type { SeenProof } from "./proof-image.ts";

/** The size within which proofs are converted to grey. */
export const greySize = { width: GREY_WIDTH, height: GREY_HEIGHT };

const lane: QueueLane = ownQueueLane("comparisons");

/**
 * Hashes a stored proof. Throws if it cannot be decoded. The hash of the pixels needs no key,
 * because a picture cannot be guessed like a code.
 */
export async function seeProof({ pictures }: Pick<Services, "pictures">, picture: Uint8Array): Promise<SeenProof> {
  const seen = await pictures({ bytes: picture, remake: null, see: { ...greySize, hashes: true } }, lane);
  if ("fault" in seen) throw new Error(`a kept picture cannot be decoded: ${seen.fault}`);
  return seenOf(seen);
}

/** Decodes a stored proof in shades of grey, for comparison. Throws if it cannot be decoded. */
export async function greyProof({ pictures }: Pick<Services, "pictures">, picture: Uint8Array): Promise<GreyPicture> {
  const seen = await pictures({ bytes: picture, remake: null, see: { ...greySize, hashes: false } }, lane);
  if ("fault" in seen || !seen.grey) throw new Error("a kept picture cannot be decoded");
  return seen.grey;
}

/** The hashes of a picture that the decoder converted. */
export function seenOf({ grey, pixels }: { grey: GreyPicture | null; pixels: Uint8Array | null }): SeenProof {
  if (!grey || !pixels) throw new Error("the decoder did not look at the picture");
  return { pixels: Buffer.from(pixels), perceptualHash: perceptualHashOf(grey) };
}
