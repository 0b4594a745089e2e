import { writeLargeExport } from "#tests/support/old-shop/large-export.ts";
import { fillShop, type Size } from "./large-shop.ts";
import { storedDatabase, storedSeed } from "./stored-seed.ts";

const MB = 1_000_000;

/** The size of the old shop's export, in MB. */
export const exportMb = 100;

/** A stored database with a shop of this size; the secret is `SECRET` of `large-shop.ts`. */
export function storedShop(size: Size): Promise<string> {
  const made = new URL("large-shop.ts", import.meta.url);
  return storedDatabase(`shop-of-${size.orders}-orders`, [made], (url) => fillShop(url, size));
}

/** A stored export of an old shop of this many MB. */
export function storedExport(mb: number): Promise<string> {
  const writer = new URL("../../tests/support/old-shop/large-export.ts", import.meta.url);
  return storedSeed(`export-${mb}-mb.json`, [writer], async (path) => void (await writeLargeExport(path, mb * MB)));
}
