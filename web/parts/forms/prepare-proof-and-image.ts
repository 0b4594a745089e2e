import { PICTURE_MAX_SIDE } from "#shop/constants.ts";
import { PROOF_MAX_BYTES, PROOF_STORED_MAX_PIXELS, PROOF_STORED_MAX_WIDTH } from "#shop/payments/constants.ts";
import { IMAGE_MAX_BYTES, IMAGE_STORED_MAX_SIDE } from "#shop/pictures/constants.ts";
import { loadedTexts } from "#web/page-texts.ts";
import type { Prepare } from "#web/ui/fields/picture-field.tsx";
import { sizeText } from "#web/ui/size-text.ts";
import { preparePicture } from "./prepare-picture.ts";

/** The browser shrinks a larger picture before the upload, if that makes the file smaller. */
const PICTURE_SHRUNK_FROM_BYTES = 400 * 1024;

/** Prepares a payment proof for upload. [S1.5] */
export const prepareProof: Prepare = (chosen) => {
  const texts = loadedTexts("orderForm");
  const tooBig = texts("proofTooBig", { limit: sizeText(PROOF_MAX_BYTES) });
  return prepareAsProof(chosen, { notAPicture: texts("proofNotAnImage"), tooBig });
};

/** Prepares a picture that is stored as proofs are, such as a message's. [S14.2] */
export async function prepareAsProof(chosen: File, faults: ImageFaults): ReturnType<Prepare> {
  const { picture, fault } = await preparePicture(chosen, {
    maxBytes: PROOF_MAX_BYTES,
    shrunkFromBytes: PICTURE_SHRUNK_FROM_BYTES,
    storedMaxWidth: PROOF_STORED_MAX_WIDTH,
    storedMaxHeight: PICTURE_MAX_SIDE,
    storedMaxPixels: PROOF_STORED_MAX_PIXELS,
    type: "image/jpeg",
  });
  return { picture, fault: fault && faults[fault] };
}

/** What is said of a picture that cannot be sent. */
export type ImageFaults = { notAPicture: string; tooBig: string };

/** Prepares a picture of a product or of the shop's look, as `prepareProof` does. [S5.8] [S12.12] */
export async function prepareImage(chosen: File, faults: ImageFaults): ReturnType<Prepare> {
  const { picture, fault } = await preparePicture(chosen, {
    maxBytes: IMAGE_MAX_BYTES,
    shrunkFromBytes: PICTURE_SHRUNK_FROM_BYTES,
    storedMaxWidth: IMAGE_STORED_MAX_SIDE,
    storedMaxHeight: IMAGE_STORED_MAX_SIDE,
    storedMaxPixels: IMAGE_STORED_MAX_SIDE ** 2,
    type: "image/webp",
  });
  return { picture, fault: fault && faults[fault] };
}
