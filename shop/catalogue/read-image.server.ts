import type { Services } from "#platform/provides.ts";
import { isUploadedImage } from "./product-image.ts";

/** The uploaded picture at a path, for everybody; null when there is none. No other file of the store can be named by it. [S5.8] [S6.5] */
export async function readImage({ files }: Pick<Services, "files">, path: string): Promise<Uint8Array | null> {
  return isUploadedImage(path) ? files.get(path.slice(1)) : null;
}
