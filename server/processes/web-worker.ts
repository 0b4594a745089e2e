import { shareStreams } from "#api/open-streams.ts";
import type { Config } from "#platform/config.server.ts";
import { noteBackupState } from "#shop/backups/backup-state.server.ts";
import { adoptConnections } from "./adopt-connections.ts";
import { type Lifetime, outliveForgottenPromises } from "./lifetime.ts";
import { openDoors, openShopServer } from "./serve.ts";
import { openServices } from "./services.ts";
import { tellOwner } from "./tell-owner.ts";
import type { ToWorker } from "./web-messages.ts";

/** Shorter than where one process does everything: its owner has dealt out who waited before it, and has the database to stop after it. */
const DRAIN_MS = 2_500;

/** Answers visitors in a process of its own, on the database that its owner started and brought up to date. */
export async function workForOwner(config: Config, { closeLater }: Pick<Lifetime, "closeLater">): Promise<void> {
  const { number, databaseUrl, setUpLink } = await beginning();
  const source = { url: databaseUrl, isNew: false, noteAddress: async () => {}, close: async () => {} };
  const services = await openServices(config, source, { worker: number });
  closeLater(services.close);
  process.on("message", (message: ToWorker) => {
    if (message.say === "backups") noteBackupState(services, message.state);
  });
  outliveForgottenPromises(services.log);
  shareStreams(services.live, config.webConcurrency);
  const { server, drain } = await openShopServer(config, services, openDoors(config, services), setUpLink);
  adoptConnections(server);
  closeLater(() => drain.stop(DRAIN_MS));
  await tellOwner({ say: "open" });
}

function beginning(): Promise<Extract<ToWorker, { say: "begin" }>> {
  return new Promise((resolve) => {
    process.on("message", function hear(message: ToWorker) {
      if (message.say !== "begin") return;
      process.off("message", hear);
      resolve(message);
    });
    void tellOwner({ say: "ready" });
  });
}
