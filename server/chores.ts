import type { Services } from "#platform/provides.ts";
import { SWEEP_EVERY_MS } from "#shop/constants.ts";
import { sweepFiles } from "#shop/orders/sweep-files.server.ts";

/** Starts what the shop does by itself from time to time. Returns how to stop. A chore that fails is logged and tried again next time. */
export function startChores(services: Services): () => void {
  const sweeping = setInterval(() => {
    sweepFiles(services).then(
      (removed) => removed > 0 && services.log.info("unused files removed", { removed }),
      (error) => services.log.error("unused files not removed", error),
    );
  }, SWEEP_EVERY_MS);
  return () => clearInterval(sweeping);
}
