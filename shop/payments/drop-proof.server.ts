import type { Services } from "#platform/provides.ts";

/**
 * Removes a proof that no order took. If the store fails, this only logs it, and `sweepFiles`
 * removes the file later. [S7.3]
 */
export async function dropProof(services: Pick<Services, "files" | "log">, key: string): Promise<void> {
  try {
    await services.files.remove(key);
  } catch (cause) {
    services.log.error("proof not dropped", cause);
  }
}
