import type { Services } from "#platform/provides.ts";
import { isSame } from "#platform/vault.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { within } from "#shop/settings/keep-within.server.ts";
import type { Limit } from "#shop/settings/limits.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { accessKeysOf, unlocks } from "./access-key.server.ts";
import type { HoldsOfAll } from "./holder.server.ts";
import { type NewOrder, newOrder, type Ordered } from "./new-order.server.ts";
import type { OrderStatus, Placed } from "./order.ts";
import { type ProductAtOrder, place } from "./placing.ts";

/** What placing an order needs of the world. */
export type PlacingNeeds = Pick<Services, "db" | "live" | "files" | "mail" | "jobs" | "vault" | "log" | "now" | "isPublic">;

/** Somebody's try to place an order, until it is decided. */
export type Attempt = Ordered & {
  services: PlacingNeeds;
  settings: ShopSettings;
  /** Counted once, with the first try; `waitMs` is what came of it. */
  limits: Limit[];
  waitMs: number | null;
};

/** What became of it: a new order, or that of an earlier request with the same idempotency key. */
export type Written = { order: Placed & { status: OrderStatus }; isNew: boolean; accessKey: string | null; newBrowserKey: string | null };

/** An order as it is found by its idempotency key. */
export type KnownOrder = Placed & { status: OrderStatus; accessKeyHash: Buffer | null; idempotencyBody: Buffer };

/** What the locked rows show, and then what the orders that are decided leave of it. */
export type Seen = {
  products: Map<string, ProductAtOrder>;
  holds: HoldsOfAll;
  /** By idempotency key. */
  known: Map<string, KnownOrder>;
};

/** A new order, still to be written, with the try that it came of. */
export type Taken = { attempt: Attempt; made: NewOrder };

/** Decides one order and takes what it takes out of what is seen, as if it were written already. */
export function decide(attempt: Attempt, seen: Seen, now: Date): { answer: Result<Written>; taken?: Taken } {
  const { services, settings, form, holder, idempotency } = attempt;
  const allowed = within(attempt.waitMs);
  if (!allowed.ok) return { answer: allowed };
  const earlier = idempotency && seen.known.get(idempotency.key.toString("hex"));
  if (earlier) return { answer: repeated(services, earlier, idempotency.bodies) };

  const product = seen.products.get(form.productId) ?? null;
  const decision = place(product, form, { ...settings, isPublic: services.isPublic }, seen.holds.of(holder));
  if (!product || !decision.ok) return { answer: decision.ok ? refused("productNotFound") : decision };
  const made = newOrder(services, attempt, product, decision.value.totalPaise, now);
  product.available -= form.quantity;
  seen.holds.add(holder, form.quantity);
  const { order, accessKey, accessKeyHash, newBrowserKey } = made;
  const [idempotencyBody] = idempotency?.bodies ?? [];
  if (idempotency && idempotencyBody) seen.known.set(idempotency.key.toString("hex"), { ...order, accessKeyHash, idempotencyBody });
  return { answer: granted({ order, isNew: true, accessKey, newBrowserKey }), taken: { attempt, made } };
}

/** The order of the first request, with the key of its link, unless that was revoked. */
function repeated(services: PlacingNeeds, earlier: KnownOrder, bodies: Buffer[]): Result<Written> {
  const { idempotencyBody, accessKeyHash, ...order } = earlier;
  if (!bodies.some((body) => isSame(idempotencyBody, body))) return refused("idempotencyKeyReused");

  const isOwn = (accessKey: string) => unlocks({ accessKey, browser: null }, { accessKeyHash, unlockedBy: [] });
  const accessKey = accessKeysOf(services, { id: order.id, linkNumber: 0 }).find(isOwn) ?? null;
  return granted({ order, isNew: false, accessKey, newBrowserKey: null });
}
