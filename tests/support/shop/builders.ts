import { randomUUID } from "node:crypto";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Role } from "#shop/accounts/role.ts";
import type { Admin, Customer, Guest, Keys } from "#shop/accounts/visitor.ts";
import type { Product } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { type Paise, paiseFromRupees } from "#shop/money.ts";
import type { OrderForm } from "#shop/orders/placing/order-form.ts";
import { type PlacedOrder, placeOrder } from "#shop/orders/placing/place-order.server.ts";
import type { Right } from "#shop/rights.ts";
import { addUnits } from "#shop/stock/books/add-units.server.ts";
import { prepareIds } from "#shop/stock/books/prepare-ids.server.ts";
import { productStock } from "#shop/stock/tables.server.ts";
import type { TestShop } from "./shop.ts";

type Shop = Pick<TestShop, "services">;

const noKeys: Keys = { browser: null, accessKey: null };

/** A product with its free IDs. */
export type BuiltProduct = { id: string; name: string; pricePaise: Paise; ids: string[] };

/** Puts a product with these IDs on sale; three generated ones by default. `price` is in rupees. */
export async function aProduct(
  { services }: Shop,
  overrides: Partial<{
    id: string;
    name: string;
    price: number;
    description: string;
    language: string;
    translations: Product["translations"];
    image: string;
    ids: string[];
    isSample: boolean;
  }> = {},
): Promise<BuiltProduct> {
  const id = overrides.id ?? randomUUID();
  const name = overrides.name ?? "Verified account";
  const ids = overrides.ids ?? [1, 2, 3].map((n) => `ID-${id.slice(0, 8)}-${n}`);
  const pricePaise = paiseFromRupees(overrides.price ?? 499);
  if (pricePaise === null) throw new Error(`no price: ${overrides.price}`);
  const now = services.now();
  // Beforehand: the database ends a transaction that is idle for three seconds.
  const prepared = await prepareIds(services, ids);

  await inTransaction(services.db, async (tx) => {
    const { description = "", language, translations, image = "", isSample = false } = overrides;
    const texts = { name, description, language, translations };
    await tx.insert(products).values({ id, ...texts, pricePaise, image, isSample, createdAt: now, updatedAt: now });
    await tx.insert(productStock).values({ productId: id, available: 0 });
    const added = await addUnits(services, tx, id, prepared, now);
    if (!added.ok) throw new Error(added.code);
  });
  return { id, name, pricePaise, ids };
}

/** A visitor who is not signed in; give it keys to open a guest's order. */
export function aGuest(keys: Partial<Keys> = {}): Guest {
  return { kind: "guest", keys: { ...noKeys, ...keys } };
}

/** A signed-in customer with an account but no password. */
export async function aCustomer(
  shop: Shop,
  overrides: Partial<{ email: string; name: string; disabled: boolean }> = {},
): Promise<Customer> {
  return { kind: "customer", ...(await anAccount(shop, "customer", overrides)), keys: noKeys };
}

/** A signed-in admin with an account but no password. */
export async function anAdmin(shop: Shop, overrides: Partial<{ email: string; name: string; disabled: boolean }> = {}): Promise<Admin> {
  const account = await anAccount(shop, "admin", overrides);
  return { kind: "admin", ...account, rights: "all", keys: noKeys, hasShownPassword: true };
}

/** A helper with these rights, signed in, with an account but no password. */
export async function aHelper(shop: Shop, rights: readonly Right[]): Promise<Admin> {
  const account = await anAccount(shop, "helper", {}, rights);
  return { kind: "admin", ...account, rights, mustShowIds: true, keys: noKeys };
}

/** An owner who reads, without an account. */
export const anOwner: Admin = { kind: "admin", userId: "owner", email: "owner@shop.example", name: "Owner", rights: "all", keys: noKeys };

async function anAccount(
  { services }: Shop,
  role: Role,
  overrides: Partial<{ email: string; name: string; disabled: boolean }>,
  rights: readonly Right[] = [],
): Promise<{ userId: string; email: string; name: string }> {
  const userId = randomUUID();
  const email = overrides.email ?? `${role}-${userId.slice(0, 8)}@example.com`;
  const name = overrides.name ?? "Asha";
  await services.db.$client.query(
    "insert into users (id, name, email, role, disabled, created_at, updated_at, rights) values ($1, $2, $3, $4, $5, $6, $6, $7)",
    [userId, name, email, role, overrides.disabled ?? false, services.now(), rights],
  );
  return { userId, email, name };
}

/** A parsed order form: by default one ID, paid after approval. */
export function anOrderForm(overrides: Partial<Omit<OrderForm, "productId">> & Pick<OrderForm, "productId">): OrderForm {
  return { quantity: 1, paymentMethod: "request", giftCardCode: null, email: null, expectedPrice: null, signedIn: false, ...overrides };
}

/**
 * Places an order through the shop: by default by a guest, for one ID of a new product. Throws if
 * the shop refuses.
 */
export async function aPendingOrder(
  shop: Shop,
  overrides: Partial<OrderForm> & { visitor?: Guest | Customer | Admin; proof?: { filename: string; bytes: Uint8Array } } = {},
): Promise<PlacedOrder> {
  const { visitor = aGuest(), proof, ...form } = overrides;
  const productId = form.productId ?? (await aProduct(shop)).id;
  const placed = await placeOrder(shop.services, visitor, anOrderForm({ ...form, productId }), proof ? { proof } : {});
  if (!placed.ok) throw new Error(`the order was refused: ${placed.code}`);
  return placed.value;
}
