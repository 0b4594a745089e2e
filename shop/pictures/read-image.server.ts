import type { Services } from "#platform/provides.ts";
import { isUploadedImage } from "./uploaded-image.ts";

/**
 * Returns the uploaded picture at a path, for everybody; null if there is none. Paths of other
 * files never match. [S5.8] [S6.5]
 */
export async function readImage({ files }: Pick<Services, "files">, path: string): Promise<Uint8Array | null> {
  return isUploadedImage(path) ? files.get(path.slice(1)) : null;
}
