import { greyWithin, hashPixels } from "#platform/see-picture.server.ts";
import { GREY_HEIGHT, GREY_WIDTH, type GreyPicture, lookOf } from "./picture-look.ts";
import type { SeenProof } from "./proof-image.ts";

/** What a kept picture is known again by. The pixels' hash needs no key: a picture cannot be guessed as a code can. */
export async function seeProof(picture: Uint8Array): Promise<SeenProof> {
  const [pixels, grey] = await Promise.all([hashPixels(picture), greyProof(picture)]);
  return { pixels, look: lookOf(grey) };
}

/** A kept picture in shades of grey, to be compared with others. */
export function greyProof(picture: Uint8Array): Promise<GreyPicture> {
  return greyWithin(picture, GREY_WIDTH, GREY_HEIGHT);
}
