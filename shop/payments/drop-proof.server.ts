import type { Services } from "#platform/provides.ts";

/** Removes a proof that no order took. A store that cannot do it now only logs: what is left is found as a file without an order. [S7.3] */
export async function dropProof(services: Pick<Services, "files" | "log">, key: string): Promise<void> {
  try {
    await services.files.remove(key);
  } catch (cause) {
    services.log.error("proof not dropped", cause);
  }
}
