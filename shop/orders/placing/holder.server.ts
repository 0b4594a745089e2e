import type { Services } from "#platform/provides.ts";
import { widerNetworks } from "#platform/rate-limit/network.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { may } from "#shop/rights.ts";
import type { Count, Holds } from "./holds.ts";

/**
 * Who an order's pending IDs count for: the guest's browser or the customer, and the network with
 * the IPv6 /56 and /48 around it. Each network has its keyed fingerprint under the current secret
 * first, then under earlier secrets. Everything except `userId` is hex.
 */
export type Holder = { browser: string | null; userId: string | null; address: string[]; of56: string[]; of48: string[] };

/**
 * The holder of an order that this visitor places from this network. An owner's orders count for
 * nobody.
 */
export function holderOf({ vault }: Pick<Services, "vault">, visitor: Visitor, network: string | null): Holder {
  if (may(visitor, "own-shop")) return { browser: null, userId: null, address: [], of56: [], of48: [] };
  const printsOf = (name: string | null | undefined) =>
    name ? vault.fingerprints(`placed from\n${name}`).map((print) => print.toString("hex")) : [];
  const wider = widerNetworks(network ?? "");
  return {
    browser: visitor.kind === "guest" ? visitor.keys.browser : null,
    userId: visitor.kind === "customer" ? visitor.userId : null,
    address: printsOf(network),
    of56: printsOf(wider?.of56),
    of48: printsOf(wider?.of48),
  };
}

/**
 * Builds the statements that lock holders until their orders are written and count what they hold.
 * Returns null if there is nothing to count. The locks are taken in key order and after the stock's
 * locks. A transaction with a holder's lock never waits for stock, so orders of one buyer wait for
 * each other without a deadlock.
 */
export function holdStatements({ vault }: Pick<Services, "vault">, holders: readonly Holder[]) {
  const names = new Set(holders.flatMap((holder) => [...buyersOf(holder), ...networksOf(holder)]));
  if (names.size === 0) return null;
  const locks = new BigInt64Array([...names].map((name) => vault.fingerprint(`holder\n${name}`).readBigInt64BE())).sort();
  const bytes = (all: string[]) => [...new Set(all)].map((hex) => `\\x${hex}`);
  const counted = [
    bytes(holders.flatMap(({ browser }) => browser ?? [])),
    [...new Set(holders.flatMap(({ userId }) => userId ?? []))],
    bytes(holders.flatMap(({ address }) => address)),
    bytes(holders.flatMap(({ of56 }) => of56)),
    bytes(holders.flatMap(({ of48 }) => of48)),
  ];
  return { lock: { ...lockHolders, values: [Array.from(locks, String)] }, count: { ...countHolds, values: counted } };
}

/** What each holder has in pending orders, including those added in this batch. */
export type HoldsOfAll = { of(holder: Holder): Holds; add(holder: Holder, quantity: number): void };

/**
 * Looks up what `countHolds` counted. A network inside a /56 and a /48 has the largest of the three
 * counts.
 */
export function holdsOfAll(counted: readonly (Count & { who: string })[]): HoldsOfAll {
  const known = new Map<string, Count>(counted.map(({ who, orders, ids }) => [who, { orders, ids }]));
  const countOf = (name: string) => known.get(name) ?? { orders: 0, ids: 0 };
  const sumOf = (names: string[]) =>
    names.map(countOf).reduce((sum, one) => ({ orders: sum.orders + one.orders, ids: sum.ids + one.ids }), { orders: 0, ids: 0 });
  return {
    of: (holder) => ({
      buyer: mostOf(buyersOf(holder).map(countOf)),
      address: mostOf([holder.address, holder.of56, holder.of48].map(sumOf)),
    }),
    add(holder, quantity) {
      for (const name of [...buyersOf(holder), ...networksOf(holder)]) {
        const { orders, ids } = countOf(name);
        known.set(name, { orders: orders + 1, ids: ids + quantity });
      }
    },
  };
}

function buyersOf({ browser, userId }: Holder): string[] {
  return [browser, userId].filter((name) => name !== null);
}

/** The fingerprints under the current secret. */
function networksOf({ address, of56, of48 }: Holder): string[] {
  return [address, of56, of48].flatMap(([print]) => print ?? []);
}

function mostOf(counts: readonly Count[]): Count {
  return { orders: Math.max(0, ...counts.map(({ orders }) => orders)), ids: Math.max(0, ...counts.map(({ ids }) => ids)) };
}

/** Locks the holders until the transaction ends. $1: the lock numbers, sorted. */
const lockHolders = {
  name: "lock-holders",
  text: "select pg_advisory_xact_lock(number) from unnest($1::bigint[]) as number",
};

/**
 * Counts pending orders and their IDs by browser, customer, network and IPv6 /56 and /48. Run after
 * the locks, it sees every order placed before. Each count walks an index of pending orders. The
 * first browser of an order is the one that placed it. Each list is read in a subquery so that one
 * plan serves every length: planning for each length took three times as long as counting. $1 to
 * $5: the lists of holders.
 */
export const countHolds = {
  name: "count-holds",
  text: [
    { type: "bytea", who: "encode(who, 'hex')", column: "unlocked_by[1]" },
    { type: "text", who: "who", column: "user_id" },
    { type: "bytea", who: "encode(who, 'hex')", column: "placed_from" },
    { type: "bytea", who: "encode(who, 'hex')", column: "placed_from_56" },
    { type: "bytea", who: "encode(who, 'hex')", column: "placed_from_48" },
  ]
    .map(
      ({ type, who, column }, n) => `select ${who} as who, held.* from unnest((select $${n + 1}::${type}[])) as holder (who), lateral (
  select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and ${column} = who) held`,
    )
    .join("\nunion all\n"),
};
