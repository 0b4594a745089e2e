import { isSame } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Paise } from "#shop/money.ts";
import type { OrderStatus, Placed } from "#shop/orders/order.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { Limit } from "#shop/settings/rate-limits.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { within } from "#shop/settings/within-limits.server.ts";
import { accessKeysOf, unlocks } from "../access/access-key.server.ts";
import type { HoldsOfAll } from "./holder.server.ts";
import { type NewOrder, newOrder, type Ordered } from "./new-order.server.ts";
import { type ProductAtOrder, place } from "./placing-rules.ts";

/** The services that placing an order needs: to write it, and to check it before and tell of it. */
export type PlacingNeeds = WritingNeeds & Pick<Services, "files" | "pictures" | "mail" | "waits" | "emailsOfOrders" | "isPublic" | "log">;
type WritingNeeds = Pick<Services, "db" | "settings" | "orderQueue" | "jobs" | "vault" | "now">;

/** An order to be placed, until it is decided. */
export type Attempt = Readonly<
  Ordered & {
    settings: ShopSettings;
    /** The address to which an email about the order goes; null if its buyer gave none. */
    address: string | null;
    /** The rate limits to count this attempt against. */
    limits: readonly Limit[];
    /** Whether it came with a solved challenge. */
    isSolved: boolean;
    /** Whether a picture of its payment came with it, stored or not yet. */
    hasProof: boolean;
  }
>;

/** The result: a new order, or the order of an earlier attempt with the same idempotency key. */
export type WrittenOrder = {
  order: Placed & { status: OrderStatus };
  isNew: boolean;
  accessKey: string | null;
  newBrowserKey: string | null;
};

/** An earlier order, found by its idempotency key. */
export type KnownOrder = Placed & { status: OrderStatus; accessKeyHash: Buffer | null; idempotencyBody: Buffer };

/** What the locked rows show, minus what earlier orders of this batch took. */
export type Seen = {
  products: Map<string, ProductAtOrder>;
  holds: HoldsOfAll;
  /** By idempotency key. */
  known: Map<string, KnownOrder>;
};

/** A new order to be written, the attempt it comes from, and whether its buyer may get an email. */
export type Taken = { attempt: Attempt; made: NewOrder; mayEmail: boolean };

/** What deciding needs of the services: keys for secrets, and whether the shop is public. */
type DecidingNeeds = Pick<PlacingNeeds, "vault" | "isPublic">;

type Decision = { answer: Result<WrittenOrder>; made?: NewOrder };

/** What is known when an order is decided. `waitMs`: what its buyer has to wait by the rate limits. */
type Known = { waitMs: number | null; seen: Seen; now: Date };

/**
 * Decides one order on what the earlier orders of the batch left, and subtracts its share from
 * `seen` as if it were already written. `made` is the new order, which is still to be written.
 */
export function decide(services: DecidingNeeds, attempt: Attempt, { waitMs, seen, now }: Known): Decision {
  const allowed = within(waitMs);
  if (!allowed.ok) return { answer: allowed };
  const { form, holder, idempotency } = attempt;
  const { answer, sale } = consider(services, attempt, seen);
  if (answer) return { answer };

  const made = newOrder(services, attempt, sale.product, sale.totalPaise, now);
  const { order, accessKey, accessKeyHash, newBrowserKey } = made;
  sale.product.available -= form.quantity;
  seen.holds.add(holder, form.quantity);
  const [idempotencyBody] = idempotency?.bodies ?? [];
  if (idempotency && idempotencyBody) seen.known.set(idempotency.key.toString("hex"), { ...order, accessKeyHash, idempotencyBody });
  return { answer: ok({ order, isNew: true, accessKey, newBrowserKey }), made };
}

/**
 * Checks an order against rows that are not locked, so that no picture is decoded or stored for an
 * order that the shop would refuse. Returns the order of an earlier attempt or the refusal; null if
 * it may be placed. [S1.5] [S5.1]
 */
export function foresee(services: DecidingNeeds, attempt: Attempt, seen: Seen): Result<WrittenOrder> | null {
  return consider(services, attempt, seen).answer;
}

type Sale = { product: ProductAtOrder; totalPaise: Paise };
type Considered = { answer: Result<WrittenOrder>; sale: null } | { answer: null; sale: Sale };

function consider(services: DecidingNeeds, attempt: Attempt, seen: Seen): Considered {
  const { settings, form, holder, idempotency, isSolved, hasProof } = attempt;
  const earlier = idempotency && seen.known.get(idempotency.key.toString("hex"));
  if (earlier) return { answer: repeated(services, earlier, idempotency.bodies), sale: null };

  const product = seen.products.get(form.productId);
  if (!product) return { answer: refused("productNotFound"), sale: null };
  const decision = place(product, { ...form, hasProof }, { ...settings, isPublic: services.isPublic }, seen.holds.of(holder), isSolved);
  return decision.ok ? { answer: null, sale: { product, ...decision.value } } : { answer: decision, sale: null };
}

/**
 * Returns the first attempt's order, with its access key unless the link was revoked. Refuses
 * another body with the same key (`idempotencyKeyReused`).
 */
function repeated(services: DecidingNeeds, earlier: KnownOrder, bodies: Buffer[]): Result<WrittenOrder> {
  const { idempotencyBody, accessKeyHash, ...order } = earlier;
  if (!bodies.some((body) => isSame(idempotencyBody, body))) return refused("idempotencyKeyReused");

  const isOwn = (accessKey: string) => unlocks({ accessKey, browser: null }, { accessKeyHash, unlockedBy: [] });
  const accessKey = accessKeysOf(services, { id: order.id, linkNumber: 0 }).find(isOwn) ?? null;
  return ok({ order, isNew: false, accessKey, newBrowserKey: null });
}
