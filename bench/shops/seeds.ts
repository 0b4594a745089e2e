import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { writeLargeExport } from "#tests/support/old-shop/large-export.ts";
import { benchLedger } from "../load/pgbench.ts";
import { type Spelling, stockEarlierIds } from "./earlier-ids.ts";
import { fillShop, type Size } from "./large-shop.ts";
import { storedDatabase, storedSeed } from "./stored-seed.ts";

const MB = 1_000_000;

/** How many IDs of an earlier version are upgraded. */
export const earlierIds = 1_000_000;

/** The size of the old shop's export, in MB. */
export const exportMb = 100;

/** A stored database with a shop of this size; the secret is `SECRET` of `large-shop.ts`. */
export function storedShop(size: Size): Promise<string> {
  const made = new URL("large-shop.ts", import.meta.url);
  return storedDatabase(`shop-of-${size.orders}-orders`, [made], (url) => fillShop(url, size));
}

/** A stored database with the IDs of an earlier version. */
export function storedEarlierIds(ids: number, spelling: Spelling): Promise<string> {
  const made = new URL("earlier-ids.ts", import.meta.url);
  return storedDatabase(`${ids}-ids-${spelling.replaceAll(" ", "-")}`, [made], async (url) => {
    const db = openDatabase(url, { settings: benchLedger, forNobody: true });
    try {
      await migrate(db);
      await stockEarlierIds(db, ids, spelling);
    } finally {
      await closeDatabase(db);
    }
  });
}

/** A stored export of an old shop of this many MB. */
export function storedExport(mb: number): Promise<string> {
  const writer = new URL("../../tests/support/old-shop/large-export.ts", import.meta.url);
  return storedSeed(`export-${mb}-mb.json`, [writer], async (path) => void (await writeLargeExport(path, mb * MB)));
}
