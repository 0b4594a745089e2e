import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Holds } from "./holds.ts";
import { countHolds, lockHolders } from "./placing-statements.server.ts";

/**
 * Whom the holds of an order count for: a guest's browser, a customer, and the address it comes from, as a keyed fingerprint. Orders that were placed under an
 * earlier secret know the address by an earlier one.
 */
export type Holder = { browser: Buffer | null; userId: string | null; address: Buffer | null; earlierAddresses: Buffer[] };

/** The holder of an order that this visitor places from this network. What an admin orders counts for nobody. */
export function holderOf({ vault }: Pick<Services, "vault">, visitor: Visitor, network: string | null): Holder {
  if (visitor.kind === "admin") return { browser: null, userId: null, address: null, earlierAddresses: [] };
  const browser = visitor.kind === "guest" ? visitor.keys.browser : null;
  const [address = null, ...earlierAddresses] = network ? vault.fingerprints(`placed from\n${network}`) : [];
  return {
    browser: browser === null ? null : Buffer.from(browser, "hex"),
    userId: visitor.kind === "customer" ? visitor.userId : null,
    address,
    earlierAddresses,
  };
}

/**
 * The statements that lock holders until their orders are written and count what they hold; none where there is nothing to count. The locks are taken in their
 * order and after those of the stock, which nobody waits for who has one of these: so orders of one buyer take turns and never wait for each other.
 */
export function holdStatements({ vault }: Pick<Services, "vault">, holders: readonly Holder[]) {
  const names = new Set(holders.flatMap(namesOf));
  if (names.size === 0) return null;
  const numbers = new BigInt64Array([...names].map((name) => vault.fingerprint(`holder\n${name}`).readBigInt64BE())).sort();
  const counted = [
    unique(holders.map(({ browser }) => browser)),
    [...new Set(holders.flatMap(({ userId }) => userId ?? []))],
    unique(holders.flatMap(({ address, earlierAddresses }) => [address, ...earlierAddresses])),
  ];
  return {
    lock: { ...lockHolders, values: [Array.from(numbers, String)] },
    count: { ...countHolds, values: counted },
  };
}

/** What each of some holders holds already, and in the orders that are being placed. */
export type HoldsOfAll = { of(holder: Holder): Holds; add(holder: Holder, quantity: number): void };

/** The same from what was counted; whichever of a holder's names holds the most tells. */
export function holdsOfAll(counted: readonly (Holds & { who: string })[]): HoldsOfAll {
  const known = new Map<string, Holds>(counted.map(({ who, orders, ids }) => [who, { orders, ids }]));
  const sumOf = (names: string[]) => {
    const all = names.map((name) => known.get(name) ?? { orders: 0, ids: 0 });
    return { orders: sum(all.map(({ orders }) => orders)), ids: sum(all.map(({ ids }) => ids)) };
  };
  return {
    of(holder) {
      const { address, earlierAddresses } = holder;
      const addresses = sumOf([address, ...earlierAddresses].flatMap((known) => known?.toString("hex") ?? []));
      const all = [addresses, ...namesOf({ ...holder, address: null }).map((name) => sumOf([name]))];
      return { orders: Math.max(...all.map(({ orders }) => orders)), ids: Math.max(...all.map(({ ids }) => ids)) };
    },
    add(holder, quantity) {
      for (const name of namesOf(holder)) {
        const { orders, ids } = sumOf([name]);
        known.set(name, { orders: orders + 1, ids: ids + quantity });
      }
    },
  };
}

function namesOf({ browser, userId, address }: Holder): string[] {
  return [browser?.toString("hex"), userId, address?.toString("hex")].flatMap((name) => name ?? []);
}

function unique(all: (Buffer | null)[]): Buffer[] {
  return [...new Map(all.flatMap((bytes) => (bytes ? [[bytes.toString("hex"), bytes] as const] : []))).values()];
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
