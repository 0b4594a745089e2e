import { sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import type { AskingAdmin } from "#shop/asker.ts";

/**
 * Step: names the admin whose deed the transaction is, so that the ledger says by whom. It comes before the stock is changed; the database refuses
 * an audited deed that changed stock without it.
 */
export async function signDeed(tx: Reading, { userId }: AskingAdmin): Promise<void> {
  await signature(tx).execute({ userId });
}

const signature = preparedOnce((tx: Reading) =>
  tx
    .select({ signed: sql`set_config('trackside.admin', ${sql.placeholder("userId")}, true)` })
    .from(sql`(values (1)) as one`)
    .prepare("sign-deed"),
);
