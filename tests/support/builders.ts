import { randomUUID } from "node:crypto";
import type { Admin, Customer, Guest, Keys } from "#shop/accounts/visitor.ts";
import { type Paise, paiseFromRupees } from "#shop/money.ts";
import type { OrderForm } from "#shop/orders/order-form.ts";
import type { PlacedOrder } from "#shop/orders/place-order.server.ts";
import type { TestShop } from "./shop.ts";

/** What a builder needs of a test shop. */
type Shop = Pick<TestShop, "services">;

const noKeys: Keys = { browser: null, accessKey: null };

/** A product as a builder wrote it, with the IDs that are free. */
export type BuiltProduct = { id: string; name: string; pricePaise: Paise; ids: string[] };

/** Puts a product with these IDs on sale; three made-up ones unless told. `price` is in rupees. */
export async function aProduct(
  { services }: Shop,
  overrides: Partial<{
    id: string;
    name: string;
    price: number;
    description: string;
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

  await services.db.$client.query(
    `with product as (
      insert into products (id, name, price_paise, description, image, is_sample, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
    ), stock as (
      insert into product_stock (product_id, available) values ($1, cardinality($8::bytea[]))
    ), unit as (
      insert into units (product_id, value, fingerprint, imported_at)
      select $1, value, fingerprint, $7 from unnest($8::bytea[], $9::bytea[]) with ordinality as row (value, fingerprint, n) order by n
      returning id
    )
    insert into free_units (product_id, unit_id) select $1, id from unit`,
    [
      id,
      name,
      pricePaise,
      overrides.description ?? "",
      overrides.image ?? "",
      overrides.isSample ?? false,
      now,
      ids.map((value) => services.vault.seal(value)),
      ids.map((value) => services.vault.fingerprint(value)),
    ],
  );
  return { id, name, pricePaise, ids };
}

/** A visitor who is not signed in; give it keys to let it open a guest's order. */
export function aGuest(keys: Partial<Keys> = {}): Guest {
  return { kind: "guest", keys: { ...noKeys, ...keys } };
}

/** A signed-in customer whose account exists; it has no password. */
export async function aCustomer(
  shop: Shop,
  overrides: Partial<{ email: string; name: string; disabled: boolean }> = {},
): Promise<Customer> {
  return { kind: "customer", ...(await anAccount(shop, "customer", overrides)), keys: noKeys };
}

/** A signed-in admin whose account exists; it has no password. */
export async function anAdmin(shop: Shop, overrides: Partial<{ email: string; name: string; disabled: boolean }> = {}): Promise<Admin> {
  return { kind: "admin", ...(await anAccount(shop, "admin", overrides)), keys: noKeys };
}

async function anAccount(
  { services }: Shop,
  role: "customer" | "admin",
  overrides: Partial<{ email: string; name: string; disabled: boolean }>,
): Promise<{ userId: string; email: string; name: string }> {
  const userId = randomUUID();
  const email = overrides.email ?? `${role}-${userId.slice(0, 8)}@example.com`;
  const name = overrides.name ?? "Asha";
  await services.db.$client.query(
    "insert into users (id, name, email, role, disabled, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)",
    [userId, name, email, role, overrides.disabled ?? false, services.now()],
  );
  return { userId, email, name };
}

/** What a buyer sends, as the door hands it to the shop: one ID, paid after approval, unless told. */
export function anOrderForm(overrides: Partial<Omit<OrderForm, "productId">> & Pick<OrderForm, "productId">): OrderForm {
  return { quantity: 1, paymentMethod: "request", giftCardCode: null, email: null, expectedPrice: null, ...overrides };
}

/** Places an order through the shop itself: by a guest, for one ID of a new product, unless told. Throws when the shop refuses. */
export async function aPendingOrder(
  shop: Shop,
  overrides: Partial<OrderForm> & { visitor?: Guest | Customer | Admin; proof?: { filename: string; bytes: Uint8Array } } = {},
): Promise<PlacedOrder> {
  const { placeOrder } = await import("#shop/orders/place-order.server.ts");
  const { visitor = aGuest(), proof, ...form } = overrides;
  const productId = form.productId ?? (await aProduct(shop)).id;
  const placed = await placeOrder(shop.services, visitor, anOrderForm({ ...form, productId }), proof ? { proof } : {});
  if (!placed.ok) throw new Error(`the order was refused: ${placed.code}`);
  return placed.value;
}
