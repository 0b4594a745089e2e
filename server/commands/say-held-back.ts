import type { Config } from "#platform/config.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { readRestored } from "#shop/stock/restored/restored-shop.server.ts";

/** Tells the operator that a restored shop sells nothing until its owner has settled it. */
export async function sayHeldBack(url: string, { appUrl }: Pick<Config, "appUrl">): Promise<void> {
  const shop = await withClient(url, (client) => readRestored({ db: { $client: client } }));
  if (!shop) return;
  const ids = ["IDs that you add are", "1 ID that was free is"][shop.heldBack] ?? `${shop.heldBack} IDs that were free are`;
  console.log(
    `Careful: orders that came after this ${shop.kind} are not in it, so ${ids} held back and the shop sells nothing. Start it, log in, and say at ${appUrl ?? ""}/admin/restored which IDs went out since. Then the rest is sold again.`,
  );
}
