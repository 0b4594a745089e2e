import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import type { Result } from "#shop/refusal.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { hideProduct, showProduct } from "#shop/stock/products/show-product.server.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
/** Another process on the same database. */
let elsewhere: Services;
beforeAll(async () => {
  shop = await openTestShop();
  elsewhere = anotherProcess(shop.services, openDatabase(shop.shopUrl, { max: 10, settings: ledgerSettings(shop.services) }));
  admin = await anAdmin(shop);
});
afterAll(async () => {
  await closeDatabase(elsewhere.db);
  await shop.close();
});

/**
 * One action. `nth` is the index of an order so far, `swaps` delivers other IDs than those held.
 */
type Action =
  | { does: "place"; quantity: number }
  | { does: "approve"; nth: number; swaps: boolean }
  | { does: "reject" | "cancel"; nth: number }
  | { does: "add"; count: number }
  | { does: "edit"; price: number }
  | { does: "delete" | "restore" | "hide" | "show" };

const nth = fc.nat(6);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("place" as const), quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("approve" as const), nth, swaps: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("reject" as const, "cancel" as const), nth }) },
  fc.record({ does: fc.constant("add" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ does: fc.constant("edit" as const), price: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ does: fc.constantFrom("delete" as const, "restore" as const, "hide" as const, "show" as const) }),
);

/**
 * A model of the shop: the product's free IDs in order, and the orders with their held or delivered
 * IDs.
 */
class Model {
  isDeleted = false;
  isHidden = false;
  price = 5;
  added = 3;
  free = [1, 2, 3];
  orders: { code: string; status: string; ids: number[]; quantity: number; total: number }[] = [];

  /** Applies an action to the model and returns the refusal that the shop must answer, or null. */
  does(action: Action): string | null {
    switch (action.does) {
      case "place":
        return this.place(action.quantity);
      case "approve":
      case "reject":
      case "cancel":
        return this.decide(action);
      case "add":
        if (this.isDeleted) return "productNotFound";
        for (let n = 0; n < action.count; n += 1) this.free.push(++this.added);
        return null;
      case "edit":
        if (this.isDeleted) return "productDetailsNotFound";
        this.price = action.price;
        return null;
      case "delete":
        if (this.isDeleted) return "productNotFound";
        if (this.orders.some(({ status }) => status === "pending")) return "productHasPendingOrders";
        this.isDeleted = true;
        return null;
      case "restore":
        if (!this.isDeleted) return "productNotDeleted";
        this.isDeleted = false;
        return null;
      default:
        if (this.isDeleted) return "productNotFound";
        this.isHidden = action.does === "hide";
        return null;
    }
  }

  private place(quantity: number): string | null {
    if (this.isDeleted || this.isHidden) return "productNotFound";
    if (quantity > this.free.length) return "invalidQuantity";
    this.orders.push({ code: "", status: "pending", ids: this.free.splice(0, quantity), quantity, total: this.price * quantity });
    return null;
  }

  private decide(action: Extract<Action, { nth: number }>): string | null {
    const order = this.orders[action.nth];
    if (order?.status !== "pending") return "orderNotPending";
    const held = order.ids;
    order.ids = action.does === "approve" ? this.idsFor(action) : [];
    const released = held.filter((id) => !order.ids.includes(id));
    this.free = [...this.free.filter((id) => !order.ids.includes(id)), ...released].sort((one, other) => one - other);
    order.status = { approve: "approved", reject: "rejected", cancel: "cancelled" }[action.does];
    return null;
  }

  /** The IDs that an admin delivers: those held, or the last free ones if there are enough. */
  idsFor(action: Extract<Action, { nth: number }>): number[] {
    const { quantity = 0, ids = [] } = this.orders[action.nth] ?? {};
    return action.does === "approve" && action.swaps && this.free.length >= quantity ? this.free.slice(-quantity) : ids;
  }
}

let played = 0;

/** The real product of one history, and the people in it. */
async function aStage() {
  played += 1;
  const prefix = `history-${played}-`;
  const product = await aProduct(shop, { price: 5, ids: [1, 2, 3].map((n) => prefix + n) });
  return { productId: product.id, name: product.name, buyer: await aCustomer(shop), textOf: (id: number) => prefix + id };
}

type Stage = Awaited<ReturnType<typeof aStage>>;

/**
 * Runs an action in the real shop; `model` is the state before it. Returns the code of the answer,
 * or null.
 */
async function act(
  stage: Stage,
  model: Model,
  action: Action,
  { note = () => {}, services = shop.services }: { note?: (code: string) => void; services?: Services } = {},
): Promise<string | null> {
  const { productId, buyer, textOf } = stage;
  const code = "nth" in action ? (model.orders[action.nth]?.code ?? "") : "";
  if ("nth" in action && code === "") return "orderNotPending";
  switch (action.does) {
    case "place": {
      const placed = await placeOrder(services, buyer, anOrderForm({ productId, quantity: action.quantity }));
      if (placed.ok) note(placed.value.requestCode);
      return codeOf(placed);
    }
    case "approve": {
      const form = { ids: model.idsFor(action).map(textOf), confirmed: false, downloadLink: null, faulty: [] };
      return codeOf(await approveOrder(services, admin, code, form));
    }
    case "reject":
      return codeOf(await rejectOrder(services, admin, code, { reason: "No payment" }));
    case "cancel":
      return codeOf(await cancelOrder(services, buyer, code));
    case "add": {
      const ids = Array.from({ length: action.count }, (_, n) => textOf(model.added + n + 1)).join("\n");
      return codeOf(await addIds(services, admin, { productId, ids }));
    }
    case "edit": {
      const form = { name: stage.name, price: action.price * 100, description: "", image: "", ids: "" };
      return codeOf(await editProduct(services, admin, productId, form));
    }
    case "delete":
      return codeOf(await deleteProduct(services, admin, productId));
    case "restore":
      return codeOf(await restoreProduct(services, admin, productId));
    case "hide":
      return codeOf(await hideProduct(services, admin, productId));
    case "show":
      return codeOf(await showProduct(services, admin, productId));
  }
}

function codeOf(result: Result<unknown>): string | null {
  return result.ok ? null : result.code;
}

type RealOrder = { code: string; status: string; quantity: number; total: number; held: number; delivered: number };

async function realOrders({ productId }: Stage): Promise<RealOrder[]> {
  const { rows } = await shop.services.db.$client.query<RealOrder>(
    `select o.request_code as code, o.status, o.quantity, (o.total_paise / 100)::integer as total,
      count(u.unit_id) filter (where u.delivered_at is null)::integer as held, count(u.unit_id) filter (where u.delivered_at is not null)::integer as delivered
    from orders o left join order_units u on u.order_id = o.id where o.product_id = $1 group by o.id order by o.created_at, o.id`,
    [productId],
  );
  return rows;
}

test("[S4.1] [S4.2] [S4.3] whatever is done one after another, the shop answers and counts as a simple model does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (history) => {
      const stage = await aStage();
      const model = new Model();
      for (const step of history) {
        let placed = "";
        const note = (code: string) => {
          placed = code;
        };
        const answer = await act(stage, model, step, { note });
        expect(answer, JSON.stringify(step)).toBe(model.does(step));
        const last = model.orders.at(-1);
        if (placed && last) last.code = placed;

        const books = await booksOf(shop, stage.productId);
        const free = model.isDeleted ? 0 : model.free.length;
        const inOrders = (status: string) => model.orders.filter((order) => order.status === status).flatMap(({ ids }) => ids).length;
        expect(books).toEqual({
          counter: free,
          free,
          held: inOrders("pending"),
          delivered: inOrders("approved"),
          withdrawn: model.isDeleted ? model.free.length : 0,
          units: model.added,
        });
      }
      const real = new Map((await realOrders(stage)).map((order) => [order.code, order]));
      for (const { code, status, quantity, total } of model.orders) expect(real.get(code)).toMatchObject({ status, quantity, total });
    }),
    { numRuns: 25 },
  );
});

test("[S4.2] [S4.6] [S5.2] whatever is done at once, in two processes that take orders together, no ID is in two places, none is lost, and each order holds or has what its state says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { minLength: 2, maxLength: 9 }), { minLength: 2, maxLength: 5 }), async (rounds) => {
      const stage = await aStage();
      let added = 3;
      for (const round of rounds) {
        const before = Object.assign(new Model(), { added, orders: await ordersFor(stage), free: await freeOf(stage) });
        const answers = await Promise.all(
          round.map((step, n) =>
            act(stage, Object.assign(new Model(), before, { added: added + n * 10 }), step, n % 2 === 0 ? {} : { services: elsewhere }),
          ),
        );
        added += round.length * 10;
        expect(answers.filter((answer) => answer !== null && !known.has(answer))).toEqual([]);

        const books = await booksOf(shop, stage.productId);
        expect(books.counter).toBe(books.free);
        expect(books.free + books.held + books.delivered + books.withdrawn).toBe(books.units);
        for (const order of await realOrders(stage)) {
          const held = order.status === "pending" ? order.quantity : 0;
          const delivered = order.status === "approved" ? order.quantity : 0;
          expect(order).toMatchObject({ held, delivered });
        }
      }
    }),
    { numRuns: 15 },
  );
});

/** Answers that are allowed if others were first. */
const known = new Set([
  "orderNotPending",
  "productNotFound",
  "productNotDeleted",
  "productDetailsNotFound",
  "productHasPendingOrders",
  "invalidQuantity",
  "idWithOtherOrder",
]);

async function ordersFor(stage: Stage): Promise<Model["orders"]> {
  const texts = await idsBy(stage, "order_units");
  return (await realOrders(stage)).map((order) => ({ ...order, ids: texts.get(order.code) ?? [] }));
}

async function freeOf(stage: Stage): Promise<number[]> {
  return (await idsBy(stage, "free_units")).get("") ?? [];
}

/** The numbers of the IDs in a table, by the request code of their order. */
async function idsBy({ productId }: Stage, table: "order_units" | "free_units"): Promise<Map<string, number[]>> {
  const code = table === "free_units" ? "''" : "(select request_code from orders where id = t.order_id)";
  const { rows } = await shop.services.db.$client.query<{ code: string; value: Buffer; print: Buffer }>(
    `select ${code} as code, u.value, u.fingerprint as print from ${table} t join units u on u.id = t.unit_id where u.product_id = $1 order by u.id`,
    [productId],
  );
  const found = new Map<string, number[]>();
  for (const { code: owner, value, print } of rows)
    found.set(owner, [
      ...(found.get(owner) ?? []),
      Number(shop.services.vault.decrypt(placeOf("units.value", print), value).split("-").at(-1)),
    ]);
  return found;
}
