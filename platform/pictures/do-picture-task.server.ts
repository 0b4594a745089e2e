import type { PictureDone, PictureNo, PictureTask } from "./pictures.ts";
import { remakePicture } from "./remake-picture.server.ts";
import { greyWithin, hashPixels } from "./see-picture.server.ts";

/** The shop's own pictures have fewer pixels. */
const SEEN_MAX_PIXELS = 50_000_000;

/** Runs one task with the image library in this process: only for the decoder. */
export async function doPictureTask({ bytes, remake, see }: PictureTask): Promise<PictureDone | PictureNo> {
  const picture = remake ? await remakePicture(bytes, remake) : bytes;
  if ("fault" in picture) return picture;
  if (!see) return { picture, grey: null, pixels: null };
  try {
    // One after the other, because together they would take the memory of both.
    const grey = await greyWithin(picture, see.width, see.height, SEEN_MAX_PIXELS);
    return { picture, grey, pixels: see.hashes ? await hashPixels(picture, SEEN_MAX_PIXELS) : null };
  } catch {
    return { fault: "damaged" };
  }
}
