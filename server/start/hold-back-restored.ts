import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import type { Database } from "#platform/database/open.server.ts";
import { holdBackFree } from "#shop/stock/restored/hold-back.server.ts";

/**
 * Holds back the free IDs of a shop that was restored and not settled, before anybody can order.
 * [S3.2]
 */
export async function holdBackRestored(db: Database): Promise<void> {
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    await client.query("begin");
    await holdBackFree(client);
    await client.query("commit");
  } finally {
    // A transaction that failed ends with the connection.
    client.release(true);
  }
}
