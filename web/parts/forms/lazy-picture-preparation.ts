import type { Prepare } from "#web/ui/fields/picture-field.tsx";
import type { ImageFaults } from "./prepare-proof-and-image.ts";

/** Prepares a payment proof for upload. Its code is loaded with the first picture. [S1.5] */
export const prepareProof: Prepare = async (chosen) => (await import("./prepare-proof-and-image.ts")).prepareProof(chosen);

/** Prepares the picture of a message in the same way; `faults` are its sentences. [S14.2] */
export const prepareMessagePicture =
  (faults: ImageFaults): Prepare =>
  async (chosen) =>
    (await import("./prepare-proof-and-image.ts")).prepareAsProof(chosen, faults);

/** Prepares a picture of a product or of the shop's look in the same way; `faults` are its sentences. [S5.8] */
export const imagePreparation =
  (faults: ImageFaults): Prepare =>
  async (chosen) =>
    (await import("./prepare-proof-and-image.ts")).prepareImage(chosen, faults);
