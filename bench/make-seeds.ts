// `npm run bench -- --seed`: makes all seeds that are not stored yet and measures nothing; with
// `--small`, those of the short runs.
import { parseArgs } from "node:util";
import { shopSizes } from "./shops/large-shop.ts";
import { exportMb, storedExport, storedShop } from "./shops/seeds.ts";

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
if (given.small) {
  await storedShop(shopSizes.small);
} else {
  await storedShop(shopSizes.large);
  await storedExport(exportMb);
}
console.log("All seeds are there.");
