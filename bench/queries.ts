import { parseArgs } from "node:util";
import { type PersonalPage, personalPages, readPage } from "./load/personal-pages.ts";
import { databaseTimes } from "./measuring/processor-time.ts";
import { reportAtMost } from "./measuring/report.ts";
import { shopSizes } from "./shops/large-shop.ts";
import { openLargeShop } from "./shops/visited-shop.ts";

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false }, only: { type: "string", default: "" } } });
const ROUNDS = 3;
const REQUESTS = given.small ? 40 : 100;
/** Each new connection plans its first statements; a busy shop's connections are not new. */
const WARMERS = 60;
const size = given.small ? shopSizes.small : shopSizes.large;

const { shop, client, visitors, close } = await openLargeShop(size);
try {
  console.log(`Processor time of PostgreSQL for one request, ${ROUNDS} rounds of ${REQUESTS} requests, at ${JSON.stringify(size)}.\n`);
  const search = `/products?q=${encodeURIComponent(`kind ${size.products - 1}`)}`;
  const asked: Pick<PersonalPage, "name" | "path" | "cookie" | "databaseMs">[] = [
    ...personalPages(visitors),
    { name: "/products?q=, found once", path: search, databaseMs: 1 },
  ];
  for (const page of asked.filter(({ name }) => name.includes(given.only))) {
    const rounds = { warmers: WARMERS, rounds: ROUNDS, requests: REQUESTS };
    const times = await databaseTimes(client, () => readPage(shop.address, page), rounds);
    reportAtMost(`PostgreSQL for ${page.name}`, times, "ms", page.databaseMs);
  }
} finally {
  await close();
}
