import { join } from "node:path";
import { Client } from "pg";
import { AlreadyRunning, openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { openSmallDisk } from "#tests/support/processes/small-disk.ts";
import { shopCommand } from "../aftermath.ts";
import { freshIds } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { aPicture, orderWithPicture } from "../picture.ts";
import { post } from "../storm.ts";
import { FOUND_OUT_MS, withDatabase, withShop } from "./fault-shops.ts";
import { type Suffered, underFault } from "./under-fault.ts";

/** The whole shop's disk is full: PostgreSQL cannot write its log, stops, and cannot start. */
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

/** Only the disk of the pictures is full, not the database's: orders without a picture go on. */
export function pictureDiskFull(holdMs: number): Promise<Suffered> {
  return withDatabase(async (_, environment) => {
    const disk = await openSmallDisk(8);
    try {
      return await withShop({ ...environment, DATA_DIR: join(disk.folder, "data") }, async (shop, found) => {
        const picture = await aPicture();
        const upload = (productId: string) => orderWithPicture(shop.address, productId, picture);
        const suffered = await underFault(
          { shop, environment: found },
          {
            begin: disk.fill,
            end: disk.clear,
            async meanwhile(_owner, productId) {
              const { status, body } = await upload(productId);
              const faults = status === 503 ? [] : [`a picture on a full disk was answered ${status} ${JSON.stringify(body)}`];
              const plain = await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
              if (plain.status !== 201) faults.push(`an order without a picture was answered ${plain.status}`);
              const backup = shopCommand(
                { ...found, BACKUP_PASSPHRASE: "a passphrase of the test" },
                "backup",
                join(disk.folder, "full.backup"),
              );
              if (!backup.stderr.includes("the disk is full")) faults.push(`backup said ${backup.stdout}${backup.stderr}`);
              return faults;
            },
          },
          holdMs,
          FOUND_OUT_MS,
        );
        const productId = await (await asOwner(shop)).putOnSale("Account after it", freshIds(1));
        const { status } = await upload(productId);
        return status === 201 ? suffered : { ...suffered, faults: [...suffered.faults, `a picture afterwards was answered ${status}`] };
      });
    } finally {
      await disk.close();
    }
  });
}

/**
 * Makes PostgreSQL's log need a new segment at once, as it would after some time. That stops the
 * database.
 */
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
    // The database has stopped.
  } finally {
    client.connection?.stream.destroy();
  }
}
