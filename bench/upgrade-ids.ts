import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { upgradeIds } from "#shop/stock/books/upgrade-ids.server.ts";
import { benchLedger, benchVault } from "./load/pgbench.ts";
import { reportAtMost } from "./measuring/report.ts";
import { earlierIds, storedEarlierIds } from "./shops/seeds.ts";
import { openCopy } from "./shops/stored-seed.ts";

/** Can be lowered on the command line: `npm run bench -- upgrade-ids 10000`. */
const IDS = Number(process.argv[2] ?? earlierIds);
const MAX_SECONDS = 60;

for (const spelling of ["all of them plain", "each with a hidden character"] as const) {
  const postgres = await openCopy(await storedEarlierIds(IDS, spelling));
  try {
    const seconds = await upgrade(postgres.url);
    reportAtMost(`the first start with ${IDS.toLocaleString("en")} IDs of an earlier version, ${spelling}`, [seconds], "s", MAX_SECONDS);
  } finally {
    await postgres.close();
  }
}

/** How many seconds the upgrade takes. */
async function upgrade(url: string): Promise<number> {
  const db = openDatabase(url, { settings: benchLedger, forNobody: true });
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    const begun = performance.now();
    console.log(await upgradeIds(client, benchVault));
    return (performance.now() - begun) / 1_000;
  } finally {
    client.release(true);
    await closeDatabase(db);
  }
}
