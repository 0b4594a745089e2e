import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { listOwnOrders } from "#shop/orders/reading/own-orders.server.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { deliveredValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../approve/approve-order.server.ts";
import { replaceId } from "./replace-id.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** An approved order with these delivered IDs, of a product that has these other IDs in stock. */
async function anApprovedOrder(ids: string[], { free = [], visitor = aGuest() }: { free?: string[]; visitor?: Visitor } = {}) {
  const product = await aProduct(shop, { ids: [...ids, ...free] });
  const order = await aPendingOrder(shop, { productId: product.id, quantity: ids.length, visitor });
  const answer = await approveOrder(shop.services, admin, order.requestCode, {
    ids,
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  if (!answer.ok) throw new Error(answer.code);
  return { ...order, product };
}

const replace = (order: { requestCode: string }, faulty: string, id: string | null = null, visitor: Visitor = admin) =>
  replaceId(shop.services, visitor, order.requestCode, { faulty, id, idsConfirmed: true });

async function idsOf(order: { requestCode: string }) {
  return await deliveredValuesOf(shop.services, order.requestCode);
}

async function replacementsOf({ id }: { id: string }) {
  const { rows } = await shop.services.db.$client.query<{ position: number; faulty: string | null }>(
    `select r.position, u.withdrawn as faulty from replacements r join units u on u.id = r.faulty_unit_id where r.order_id = $1`,
    [id],
  );
  return rows;
}

async function actionsOf({ id }: { id: string }) {
  const { rows } = await shop.services.db.$client.query(
    "select action, admin_name, facts from audit_entries where subject_id = $1 order by id",
    [id],
  );
  return rows.filter(({ action }) => action === "id-replaced");
}

test("[S2.9] a dead ID is replaced by a free one in its place, for whoever sees the order, and is withdrawn as faulty", async () => {
  const customer = await aCustomer(shop);
  const order = await anApprovedOrder(["a1", "a2", "a3"], { free: ["a4", "a5"], visitor: customer });
  const at = new Date("2026-11-21T12:00:00Z");
  shop.setNow(at);
  expect(await replace(order, "a2")).toEqual({ ok: true, value: null });
  shop.setNow();

  const deliveredIds = [
    { value: "a1", replacedAt: null },
    { value: "a4", replacedAt: at },
    { value: "a3", replacedAt: null },
  ];
  const seen = { status: "approved", deliveredIds };
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject(seen);
  expect(await findOrder(shop.services, customer, order.requestCode)).toMatchObject(seen);
  expect((await listOwnOrders(shop.services, customer)).rows[0]).toMatchObject(seen);
  expect(await booksOf(shop, order.product.id)).toEqual({ counter: 1, free: 1, held: 0, delivered: 3, withdrawn: 1, units: 5 });
  expect(await replacementsOf(order)).toEqual([{ position: 1, faulty: "faulty" }]);
  expect(await actionsOf(order)).toEqual([{ action: "id-replaced", admin_name: admin.email, facts: { position: 2 } }]);
});

test("[S2.35] a replaced ID stays findable among its product's, withdrawn, with the order that had it", async () => {
  const order = await anApprovedOrder(["j1"], { free: ["j2"] });
  await replace(order, "j1");
  const listed = await listProductIds(shop.services, admin, order.product.id, { search: "j1" });
  expect(listed).toMatchObject({ value: { page: { rows: [{ value: "j1", state: "withdrawn", requestCode: order.requestCode }] } } });
});

test("[S2.15] a stranger learns nothing of a replaced ID", async () => {
  const order = await anApprovedOrder(["b1"], { free: ["b2"] });
  await replace(order, "b1");
  expect(await findOrder(shop.services, aGuest(), order.requestCode)).toMatchObject({ isWhole: false });
});

test("[S2.9] the new ID can turn out dead as well, and is replaced in the same place", async () => {
  const order = await anApprovedOrder(["c1", "c2"], { free: ["c3", "c4"] });
  await replace(order, "c1");
  expect(await replace(order, "c3")).toMatchObject({ ok: true });
  expect(await idsOf(order)).toEqual(["c4", "c2"]);
  expect(await booksOf(shop, order.product.id)).toMatchObject({ counter: 0, free: 0, delivered: 2, withdrawn: 2 });
});

test("[S4.4] an ID that the admin typed is handed over instead: one that is new to the shop, or a free one of the stock", async () => {
  const order = await anApprovedOrder(["d1", "d2"], { free: ["d3", "d4"] });
  expect(await replace(order, "d1", "from elsewhere")).toMatchObject({ ok: true });
  expect(await replace(order, "d2", "d4")).toMatchObject({ ok: true });
  expect(await idsOf(order)).toEqual(["from elsewhere", "d4"]);
  expect(await booksOf(shop, order.product.id)).toEqual({ counter: 1, free: 1, held: 0, delivered: 2, withdrawn: 2, units: 5 });
});

test("[S4.5] a typed ID that another order got or holds is refused, naming that order; one of another product or withdrawn too", async () => {
  const order = await anApprovedOrder(["e1", "e2"], { free: ["e3"] });
  const other = await anApprovedOrder(["e-theirs"]);
  const holding = await aPendingOrder(shop, { productId: (await aProduct(shop, { ids: ["e-held"] })).id });
  const foreign = await aProduct(shop, { name: "Another product", ids: ["e-foreign"] });
  await replace(order, "e2");
  const before = await booksOf(shop, order.product.id);

  for (const [id, refusal] of [
    ["e-theirs", { code: "idWithOtherOrder", words: { code: other.requestCode } }],
    ["e-held", { code: "idWithOtherOrder", words: { code: holding.requestCode } }],
    ["e-foreign", { code: "idOfOtherProduct", words: { product: foreign.name } }],
    ["e2", { code: "idWithdrawn" }],
    ["e3", { code: "idAlreadyInOrder" }],
    ["e1", { code: "idAlreadyInOrder" }],
    ["x".repeat(ID_MAX_LENGTH + 1), { code: "idTooLong" }],
    ["two\nlines", { code: "invalidInput" }],
  ] as const) {
    expect(await replace(order, "e1", id)).toMatchObject({ ok: false, field: "id", ...refusal });
  }
  expect(await idsOf(order)).toEqual(["e1", "e3"]);
  expect(await booksOf(shop, order.product.id)).toEqual(before);
  expect(await actionsOf(order)).toHaveLength(1);
});

test("[S2.9] with nothing left in the stock it says so, and nothing is written", async () => {
  const order = await anApprovedOrder(["f1"]);
  expect(await replace(order, "f1")).toMatchObject({ kind: "conflict", code: "noFreeIdLeft" });
  expect(await idsOf(order)).toEqual(["f1"]);
  expect(await booksOf(shop, order.product.id)).toMatchObject({ counter: 0, delivered: 1, withdrawn: 0 });
  expect(await actionsOf(order)).toEqual([]);
});

test("[S2.9] only an approved order's own IDs can be replaced, and only by an admin", async () => {
  const order = await anApprovedOrder(["g1"], { free: ["g2", "g3"] });
  const pending = await aPendingOrder(shop, { productId: order.product.id });
  const before = await booksOf(shop, order.product.id);

  expect(await replace(pending, "g2")).toMatchObject({ kind: "conflict", code: "orderNotApproved" });
  expect(await replace(order, "g3")).toMatchObject({ code: "idNotDelivered" });
  expect(await replace(order, "never seen")).toMatchObject({ code: "idNotDelivered" });
  expect(await replace({ requestCode: "REQ-NEVER" }, "g1")).toMatchObject({ kind: "missing", code: "orderNotFound" });
  expect(await replace(order, "g1", null, aGuest({ accessKey: order.accessKey }))).toMatchObject({ code: "rightMissing" });
  expect(await booksOf(shop, order.product.id)).toEqual(before);
});

test("[S4.1] two admins who replace the same ID at once: it is replaced once, the other is refused", async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await anApprovedOrder([`h${round}`], { free: [`h${round}-one`, `h${round}-two`] });
    const answers = await Promise.all([replace(order, `h${round}`), replace(order, `h${round}`, null, await anAdmin(shop))]);
    expect(answers.map((answer) => (answer.ok ? "done" : answer.code)).sort()).toEqual(["done", "idNotDelivered"]);
    expect(await booksOf(shop, order.product.id)).toMatchObject({ counter: 1, free: 1, delivered: 1, withdrawn: 1 });
    expect(await actionsOf(order)).toHaveLength(1);
  }
});

test("[S4.5] the last free ID goes to one of two orders, or to a buyer, never to two", async () => {
  for (let round = 0; round < 5; round += 1) {
    const product = await aProduct(shop, { ids: [`i${round}-1`, `i${round}-2`, `i${round}-last`] });
    const orders = [];
    for (const id of [`i${round}-1`, `i${round}-2`]) {
      const order = await aPendingOrder(shop, { productId: product.id });
      await approveOrder(shop.services, admin, order.requestCode, {
        ids: [id],
        faulty: [],
        downloadLink: null,
        confirmed: false,
        idsConfirmed: true,
      });
      orders.push({ ...order, dead: id });
    }
    const buying = aPendingOrder(shop, { productId: product.id }).then(
      () => "done",
      () => "refused",
    );
    const answers = await Promise.all([...orders.map((order) => replace(order, order.dead)), buying]);
    const done = answers.filter((answer) => answer === "done" || (typeof answer === "object" && answer.ok));
    expect(done).toHaveLength(1);
    expect(await booksOf(shop, product.id)).toMatchObject({ counter: 0, free: 0, units: 3 });
  }
});

test("[S13.5] a helper who may not see IDs replaces one as it is shown with the next free one, and hands over no typed one", async () => {
  const helper = await aHelper(shop, ["decide-orders"]);
  const order = await anApprovedOrder(["masked-id-1", "masked-id-2", "masked-x-2"], { free: ["masked-free-1"] });
  expect(await replace(order, "••••id-1", "masked-own-1", helper)).toMatchObject({ code: "rightMissing" });
  expect(await replace(order, "••••free", null, helper)).toMatchObject({ code: "idNotDelivered" });
  expect(await replace(order, "••••id-1", null, helper)).toEqual({ ok: true, value: null });
  expect(await idsOf(order)).toEqual(["masked-free-1", "masked-id-2", "masked-x-2"]);
  const alike = await anApprovedOrder(["same-1-end", "same-2-end"], { free: ["masked-free-2"] });
  expect(await replace(alike, "••••-end", null, helper), "of two").toMatchObject({ code: "idNotDelivered" });
  expect(await replace(alike, "same-2-end", null, helper), "by its text").toMatchObject({ ok: true });
});

test("[S13.4] [S13.5] a helper replaces by its place an ID that looks like others, also a short one; of two who do at once, one", async () => {
  const helper = await aHelper(shop, ["decide-orders"]);
  const order = await anApprovedOrder(["short-1", "short-2"], { free: ["long-place-free-1", "long-place-free-2"] });
  for (const wrong of ["3. ••••", "2. ••••rt-2", "2. short-2", "0. ••••", "••••"])
    expect(await replace(order, wrong, null, helper), wrong).toMatchObject({ code: "idNotDelivered" });
  expect(await replace(order, "2. ••••"), "who reads IDs whole names them so").toMatchObject({ code: "idNotDelivered" });
  expect(await replace(order, "2. ••••", null, helper)).toEqual({ ok: true, value: null });
  expect(await idsOf(order)).toEqual(["short-1", "long-place-free-1"]);

  const both = await anApprovedOrder(["tiny-1", "tiny-2"], { free: ["tiny-3", "tiny-4"] });
  const answers = await Promise.all([1, 2].map(() => replace(both, "2. ••••", null, helper)));
  expect(answers.map((answer) => (answer.ok ? "done" : answer.code)).sort()).toEqual(["done", "idNotDelivered"]);
  expect(await idsOf(both)).toEqual(["tiny-1", "tiny-3"]);
});
