import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedIdsOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { cancelOrder } from "../cancel/cancel-order.server.ts";
import type { ApprovalForm } from "../decision-forms.ts";
import { rejectOrder } from "../reject/reject-order.server.ts";
import { approveOrder } from "./approve-order.server.ts";
import { isApprovedAlike } from "./approved-alike.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const anApproval = (ids: string[], overrides: Partial<ApprovalForm> = {}): ApprovalForm => ({
  ids,
  faulty: [],
  downloadLink: null,
  confirmed: false,
  ...overrides,
});

async function anOrderOf(ids: string[], quantity: number) {
  const product = await aProduct(shop, { ids });
  const order = await aPendingOrder(shop, { productId: product.id, quantity });
  const reserved = await reservedIdsOf(shop.services, order.requestCode);
  return { product, order, reserved, values: reserved.map(({ value }) => value) };
}

test("[S4.4] approving with the reserved IDs delivers them in the order of the lines", async () => {
  const { product, order, values } = await anOrderOf(["a1", "a2", "a3"], 2);
  const lines = [...values].reverse();
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(lines))).toEqual({ ok: true, value: null });

  const seen = await findOrder(shop.services, admin, order.requestCode);
  expect(seen).toMatchObject({ status: "approved", deliveredIds: lines.map((value) => ({ value })) });
  expect(await booksOf(shop, product.id)).toEqual({ counter: 1, free: 1, held: 0, delivered: 2, withdrawn: 0, units: 3 });
});

test("[S4.4] an admin who approved an order with the same IDs and link already is recognized, and nobody and nothing else", async () => {
  const { order, values } = await anOrderOf(["own-1", "own-2", "own-3"], 2);
  const alike = (form: ApprovalForm, by: Visitor = admin) => isApprovedAlike(shop.services, by, order.requestCode, form);
  const form = anApproval(values, { downloadLink: "https://example.com/a" });
  expect(await alike(form), "pending").toBe(false);
  expect(await approveOrder(shop.services, admin, order.requestCode, form)).toMatchObject({ ok: true });
  expect(await alike({ ...form, ids: [...values].reverse() })).toBe(true);
  expect(await alike({ ...form, ids: values.slice(1) })).toBe(false);
  expect(await alike({ ...form, ids: [values[0] ?? "", "own-4"] })).toBe(false);
  expect(await alike({ ...form, downloadLink: null })).toBe(false);
  expect(await alike({ ...form, faulty: ["1"] })).toBe(false);
  for (const other of [await anAdmin(shop), await aCustomer(shop)]) expect(await alike(form, other)).toBe(false);
});

test("[S13.5] an approval that was sent twice with masks, or without IDs, is recognized too", async () => {
  const helper = await aHelper(shop, ["decide-orders"]);
  const { order } = await anOrderOf(["twice-as-mask-1", "twice-as-mask-2"], 2);
  const alike = (ids: string[], by: Visitor = helper) => isApprovedAlike(shop.services, by, order.requestCode, anApproval(ids));
  const shown = ["••••sk-2", "••••sk-1"];
  expect([await alike(shown), await alike([])], "pending").toEqual([false, false]);
  expect(await approveOrder(shop.services, helper, order.requestCode, anApproval([]))).toMatchObject({ ok: true });
  expect([await alike(shown), await alike([])]).toEqual([true, true]);
  expect([await alike(["••••sk-2", "••••sk-3"]), await alike(["••••sk-1"])]).toEqual([false, false]);
  for (const other of [await aHelper(shop, ["decide-orders"]), admin]) expect(await alike([], other)).toBe(false);
});

test("[S4.6] an approved order knows when and by whom", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const { order, values } = await anOrderOf(["b1"], 1);
  shop.setNow(at);
  await approveOrder(shop.services, admin, order.requestCode, anApproval(values));
  shop.setNow();

  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ approvedBy: admin.userId, processedAt: at });
});

test("[S4.4] a reserved ID that was not delivered is available again, one called faulty is withdrawn", async () => {
  const { product, order, reserved } = await anOrderOf(["c1", "c2", "c3", "c4"], 2);
  const [faulty, spare] = reserved;
  if (!faulty || !spare) throw new Error("two were reserved");
  const approval = anApproval(["c3", "c4"], { faulty: [faulty.unitId] });
  expect(await approveOrder(shop.services, admin, order.requestCode, approval)).toMatchObject({ ok: true });

  expect(await booksOf(shop, product.id)).toEqual({ counter: 1, free: 1, held: 0, delivered: 2, withdrawn: 1, units: 4 });
  expect((await anOrderHolding(product.id)).map(({ value }) => value)).toEqual([spare.value]);
});

async function anOrderHolding(productId: string) {
  const order = await aPendingOrder(shop, { productId });
  return await reservedIdsOf(shop.services, order.requestCode);
}

test("[S4.4] an ID that the shop did not know may be delivered, and enters the books at that moment", async () => {
  const { product, order } = await anOrderOf(["d1"], 1);
  const at = new Date("2026-11-21T12:00:00Z");
  shop.setNow(at);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(["from elsewhere"], { idsConfirmed: true }))).toMatchObject(
    { ok: true },
  );
  shop.setNow();
  expect(await booksOf(shop, product.id)).toEqual({ counter: 1, free: 1, held: 0, delivered: 1, withdrawn: 0, units: 2 });
  const imported = "select imported_at from units u join order_units o on o.unit_id = u.id where o.order_id = $1";
  expect((await shop.services.db.$client.query(imported, [order.id])).rows).toEqual([{ imported_at: at }]);
});

test("[S4.4] an ID that left the shop with a deleted product may be delivered like one it never knew", async () => {
  const deleted = await aProduct(shop, { ids: ["left"] });
  expect(await deleteProduct(shop.services, admin, deleted.id)).toMatchObject({ ok: true });
  const { product, order } = await anOrderOf(["m1"], 1);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(["left"], { idsConfirmed: true }))).toMatchObject({
    ok: true,
  });
  expect(await booksOf(shop, product.id)).toEqual({ counter: 1, free: 1, held: 0, delivered: 1, withdrawn: 0, units: 2 });
});

test("[S4.5] an ID that another order holds or got is refused, naming that order, and nothing is written", async () => {
  const { product, order: first, values } = await anOrderOf(["e1", "e2", "e3"], 1);
  const second = await aPendingOrder(shop, { productId: product.id });
  const refusal = { ok: false, kind: "conflict", code: "idWithOtherOrder", words: { code: first.requestCode } };

  expect(await approveOrder(shop.services, admin, second.requestCode, anApproval(values))).toMatchObject(refusal);
  await approveOrder(shop.services, admin, first.requestCode, anApproval(values));
  expect(await approveOrder(shop.services, admin, second.requestCode, anApproval(values))).toMatchObject(refusal);
  expect(await booksOf(shop, product.id)).toEqual({ counter: 1, free: 1, held: 1, delivered: 1, withdrawn: 0, units: 3 });
  expect(await findOrder(shop.services, admin, second.requestCode)).toMatchObject({ status: "pending" });
});

test("[S3.9] an ID of another product is refused, naming that product", async () => {
  await aProduct(shop, { name: "The other one", ids: ["f-other"] });
  const { order } = await anOrderOf(["f1"], 1);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(["f-other"]))).toMatchObject({
    code: "idOfOtherProduct",
    words: { product: "The other one" },
  });
});

test("[S4.5] two approvals with one ID from elsewhere at once: one order gets it, the other is refused", async () => {
  const orders = [await anOrderOf(["g1"], 1), await anOrderOf(["g2"], 1)];
  const answers = await Promise.all(
    orders.map(({ order }) => approveOrder(shop.services, admin, order.requestCode, anApproval(["the same"], { idsConfirmed: true }))),
  );

  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ code: "idWithOtherOrder" });
});

test("[S4.5] two orders of one product swapping the same free ID at once, each behind the stock's lock: it goes to one of them", async () => {
  const { product, order: first } = await anOrderOf(["h1", "h2", "h3"], 1);
  const second = await aPendingOrder(shop, { productId: product.id });
  const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const holder = await shop.services.db.$client.connect();
  await holder.query("begin");
  await holder.query("select from product_stock where product_id = $1 for update", [product.id]);
  const approving = [first, second].map(({ requestCode }) => approveOrder(shop.services, admin, requestCode, anApproval(["h3"])));
  await expect.poll(async () => (await shop.services.db.$client.query(`select ${waiting}`)).rowCount).toBe(2);
  await holder.query("rollback");
  holder.release();

  const answers = await Promise.all(approving);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ code: "idWithOtherOrder" });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 1, free: 1, held: 1, delivered: 1 });
});

test("[S5.5] the wrong number of IDs is refused, and the order stays as it was", async () => {
  const { product, order } = await anOrderOf(["i1", "i2"], 2);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(["i1"]))).toMatchObject({
    code: "exactlyNIds",
    words: { n: 2 },
  });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 0, held: 2, delivered: 0 });
});

test("[S4.4] only an ID that this order holds and does not hand over can be called faulty", async () => {
  const { order, reserved, values } = await anOrderOf(["j1", "j2"], 1);
  const refusal = { code: "faultyIdNotHeld" };
  const own = reserved.map(({ unitId }) => unitId);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(values, { faulty: own }))).toMatchObject(refusal);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(values, { faulty: ["999999"] }))).toMatchObject(refusal);
});

test("[S4.3] rejecting and cancelling make the IDs available again", async () => {
  const rejected = await anOrderOf(["k1", "k2"], 2);
  expect(await rejectOrder(shop.services, admin, rejected.order.requestCode, { reason: "No payment" })).toEqual({ ok: true, value: null });
  expect(await booksOf(shop, rejected.product.id)).toEqual({ counter: 2, free: 2, held: 0, delivered: 0, withdrawn: 0, units: 2 });
  expect(await findAdminOrder(shop.services, anOwner, rejected.order.requestCode)).toMatchObject({
    status: "rejected",
    reason: "No payment",
  });

  const cancelled = await anOrderOf(["k3"], 1);
  const holder = aGuest({ accessKey: cancelled.order.accessKey });
  expect(await cancelOrder(shop.services, holder, cancelled.order.requestCode)).toEqual({ ok: true, value: null });
  expect(await booksOf(shop, cancelled.product.id)).toMatchObject({ counter: 1, free: 1, held: 0 });
  expect(await findOrder(shop.services, holder, cancelled.order.requestCode)).toMatchObject({
    status: "cancelled",
    cancelledAt: expect.any(Date),
    mayCancel: false,
  });
});

test("[S4.1] an admin and a customer acting at once: exactly one wins, the other reads what happened", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { product, order, values } = await anOrderOf([`l${round}`], 1);
    const holder = aGuest({ accessKey: order.accessKey });
    const answers = await Promise.all([
      approveOrder(shop.services, admin, order.requestCode, anApproval(values)),
      cancelOrder(shop.services, holder, order.requestCode),
      rejectOrder(shop.services, admin, order.requestCode, { reason: "late" }),
    ]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    const status = (await findOrder(shop.services, admin, order.requestCode))?.status;
    for (const answer of answers)
      if (!answer.ok) expect(answer).toMatchObject({ kind: "conflict", code: "orderNotPending", words: { status } });
    const books = await booksOf(shop, product.id);
    expect(books.held).toBe(0);
    expect(books.free + books.delivered).toBe(1);
    expect(books.counter).toBe(books.free);
  }
});

test("[S6.3] nobody but an admin approves or rejects", async () => {
  const customer = await aCustomer(shop);
  const order = await aPendingOrder(shop, { visitor: customer });
  for (const visitor of [aGuest(), customer]) {
    expect(await approveOrder(shop.services, visitor, order.requestCode, anApproval(["x"]))).toMatchObject({ kind: "forbidden" });
    expect(await rejectOrder(shop.services, visitor, order.requestCode, { reason: "x" })).toMatchObject({ kind: "forbidden" });
  }
  expect(await findOrder(shop.services, admin, order.requestCode)).toMatchObject({ status: "pending" });
});

test("[S6.2] [S6.7] nobody cancels another's order, and an unknown code is refused like a wrong key", async () => {
  const owner = await aCustomer(shop);
  const order = await aPendingOrder(shop, { visitor: owner });
  const strangers = [aGuest(), aGuest({ accessKey: "A".repeat(24) }), aGuest({ browser: "ab".repeat(32) }), await aCustomer(shop), admin];
  const unknown = await cancelOrder(shop.services, aGuest(), "REQ-UNKNOWN");

  for (const visitor of strangers) expect(await cancelOrder(shop.services, visitor, order.requestCode)).toEqual(unknown);
  expect(unknown).toMatchObject({ kind: "forbidden" });
  expect(await cancelOrder(shop.services, owner, order.requestCode)).toMatchObject({ ok: true });
});

test("[S13.5] a helper who may not see IDs approves with exactly the reserved ones, left out or as they are shown, and with no others", async () => {
  const helper = await aHelper(shop, ["decide-orders"]);
  const [left, shown, typed] = [
    await anOrderOf(["mask-left-1", "mask-left-2"], 2),
    await anOrderOf(["mask-shown-1", "mask-shown-2"], 2),
    await anOrderOf(["mask-typed-1", "mask-typed-2", "mask-typed-3"], 2),
  ];
  const approveAs = (form: ApprovalForm, { order }: { order: { requestCode: string } }) =>
    approveOrder(shop.services, helper, order.requestCode, form);
  const seen = await findAdminOrder(shop.services, helper, shown.order.requestCode);
  const shownIds = seen?.status === "pending" ? seen.reservedIds.map(({ value }) => value) : [];
  expect(shownIds).toEqual(["••••wn-1", "••••wn-2"]);

  expect(await approveAs(anApproval([]), left)).toEqual({ ok: true, value: null });
  expect(await approveAs(anApproval(shownIds), shown)).toEqual({ ok: true, value: null });
  for (const { order, values } of [left, shown])
    expect(await findOrder(shop.services, admin, order.requestCode)).toMatchObject({ deliveredIds: values.map((value) => ({ value })) });

  const [first] = typed.reserved;
  for (const form of [
    anApproval(["mask-typed-1", "mask-typed-3"]),
    anApproval(["mask-typed-1"]),
    anApproval(["••••ed-1", "••••ed-3"]),
    anApproval([], { faulty: [first?.unitId ?? ""] }),
  ])
    expect(await approveAs(form, typed)).toMatchObject({ code: "rightMissing", words: { right: { code: "rightSeeIds" } } });
  expect(await findAdminOrder(shop.services, admin, typed.order.requestCode)).toMatchObject({ status: "pending" });
});

test("[S13.6] a helper who may see IDs approves what is shown masked, exchanges some, and never delivers the mask itself", async () => {
  const helper = await aHelper(shop, ["decide-orders", "see-ids"]);
  const approveAs = (form: ApprovalForm, { order }: { order: { requestCode: string } }) =>
    approveOrder(shop.services, helper, order.requestCode, form);
  const asShown = await anOrderOf(["veil-shown-1", "veil-shown-2"], 2);
  expect(await approveAs(anApproval(["••••wn-1", "••••wn-2"]), asShown)).toEqual({ ok: true, value: null });

  const changed = await anOrderOf(["veil-changed-1", "veil-changed-2"], 2);
  expect(await approveAs(anApproval(["••••ed-2", "••••ed-9"]), changed)).toMatchObject({ code: "maskedIdGiven" });
  expect(await approveAs(anApproval(["veil-typed-1", "••••ed-2"], { idsConfirmed: true }), changed)).toEqual({ ok: true, value: null });
  expect(await findOrder(shop.services, admin, changed.order.requestCode)).toMatchObject({
    deliveredIds: [{ value: "veil-typed-1" }, { value: "veil-changed-2" }],
  });

  const alike = await anOrderOf(["one", "two"], 2);
  expect(await approveAs(anApproval(["••••", "veil-typed-2"]), alike)).toMatchObject({ code: "maskedIdGiven" });
  expect(await approveAs(anApproval(["••••", "••••"]), alike)).toEqual({ ok: true, value: null });
});
