import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { countHolds, lockHolder } from "./placing-statements.server.ts";

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
 * The statements that lock a holder until the order is written and count what is held; none where there is nothing to count. The locks come before all
 * others of an order and in their order, so that two of one buyer take turns and never wait for each other.
 */
export function holdStatements(
  { vault }: Pick<Services, "vault">,
  holder: Holder,
  settings: Pick<ShopSettings, "pendingOrdersMax" | "heldIdsMax">,
) {
  const { browser, userId, address, earlierAddresses } = holder;
  const isCounted = settings.pendingOrdersMax > 0 || settings.heldIdsMax > 0;
  if (!isCounted || (browser === null && userId === null && address === null)) return null;
  const locks = [browser?.toString("hex"), userId, address?.toString("hex")].flatMap((who) => (who ? lockNumber(vault, who) : []));
  const sorted = locks.sort((one, other) => (one < other ? -1 : 1)).map(String);
  return {
    lock: { ...lockHolder, values: [sorted] },
    count: { ...countHolds, values: [browser, userId, address && [address, ...earlierAddresses]] },
  };
}

function lockNumber(vault: Services["vault"], who: string): bigint {
  return vault.fingerprint(`holder\n${who}`).readBigInt64BE();
}
