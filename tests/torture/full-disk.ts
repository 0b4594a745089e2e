import { join } from "node:path";
import { Client } from "pg";
import { AlreadyRunning, openEmbedded } from "#platform/database/embedded.server.ts";
import { openSmallDisk } from "../support/small-disk.ts";
import { FOUND_OUT_MS, withShop } from "./fault-shops.ts";
import { type Suffered, underFault } from "./under-fault.ts";

/** The disk of the whole shop is full: PostgreSQL cannot write its log any more, ends, and cannot start. */
export async function diskFull(holdMs: number): Promise<Suffered> {
  const disk = await openSmallDisk(400);
  try {
    return await withShop({ DATA_DIR: join(disk.folder, "data") }, (shop, environment) =>
      underFault(
        { shop, environment },
        {
          async begin() {
            await disk.fill();
            await useUpTheLog(environment.DATA_DIR ?? "");
          },
          end: disk.clear,
        },
        holdMs,
        FOUND_OUT_MS,
      ),
    );
  } finally {
    await disk.close();
  }
}

/** PostgreSQL's log needs a new segment at once, as it would after some time. The database ends with that. */
async function useUpTheLog(dataDir: string): Promise<void> {
  const found = await openEmbedded(dataDir).catch((error: unknown) => error);
  const client = new Client({ connectionString: found instanceof AlreadyRunning ? (found.url ?? "") : "" });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let segment = 0; segment < 20; segment += 1) {
      await client.query("select pg_logical_emit_message(false, 'used', 'up')");
      await client.query("select pg_switch_wal()");
    }
  } catch {
    // It ended.
  } finally {
    client.connection?.stream.destroy();
  }
}
