import type { Prepare } from "#web/ui/fields/picture-field.tsx";

/** Prepares a payment proof for upload. Its code is loaded with the first picture. [S1.5] */
export const prepareProof: Prepare = async (chosen) => (await import("./prepare-proof-and-image.ts")).prepareProof(chosen);

/** Prepares a product's picture for upload, in the same way. [S5.8] */
export const prepareImage: Prepare = async (chosen) => (await import("./prepare-proof-and-image.ts")).prepareImage(chosen);
