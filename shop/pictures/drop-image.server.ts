import type { Services } from "#platform/provides.ts";
import { isUploadedImage } from "./uploaded-image.ts";

/**
 * Deletes an uploaded picture that no product shows any more; leaves links alone. If the file store
 * fails, it only logs the error. [S5.8]
 */
export async function dropImage(services: Pick<Services, "files" | "log">, image: string): Promise<void> {
  if (!isUploadedImage(image)) return;
  try {
    await services.files.remove(image.slice(1));
  } catch (cause) {
    services.log.error("product image not dropped", cause);
  }
}
