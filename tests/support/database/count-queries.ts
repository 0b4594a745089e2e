import type { PoolClient } from "pg";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anotherProcess } from "../shop/another-process.ts";
import type { TestShop } from "../shop/shop.ts";

/**
 * The cost of some work: how many statements the database ran, and how often the shop waited for
 * its answers.
 */
export type Cost<T> = { value: T; statements: number; roundTrips: number };

/**
 * Runs work on connections that are already open and counts the statements and round trips on them.
 */
export async function countQueries<T>(shop: TestShop, work: (services: Services) => Promise<T>): Promise<Cost<T>> {
  const db = openDatabase(shop.shopUrl, { max: 4, settings: ledgerSettings(shop.services) });
  const cost = { statements: 0, roundTrips: 0 };
  db.$client.on("connect", (client) => listenAt(client, cost));
  try {
    await Promise.all([1, 2, 3, 4].map(() => db.$client.query("select pg_sleep(0.02)")));
    Object.assign(cost, { statements: 0, roundTrips: 0 });
    const value = await work(anotherProcess(shop.services, db));
    return { value, ...cost };
  } finally {
    await closeDatabase(db);
  }
}

/**
 * Statements that are sent before any answer count as one round trip; sending after an answer
 * starts another.
 */
function listenAt(client: PoolClient, cost: { statements: number; roundTrips: number }): void {
  const query = client.query;
  client.query = ((...given: Parameters<typeof query>) => {
    cost.statements += 1;
    return query.apply(client, given);
  }) as typeof query;

  const stream = client.connection?.stream;
  if (!stream) throw new Error("the driver hides its connection");
  let isAnswered = true;
  stream.on("data", () => {
    isAnswered = true;
  });
  const write = stream.write;
  stream.write = ((...given: Parameters<typeof write>) => {
    if (isAnswered) cost.roundTrips += 1;
    isAnswered = false;
    return write.apply(stream, given);
  }) as typeof write;
}
