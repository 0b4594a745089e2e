import { afterEach, beforeEach, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { ApprovalForm } from "#shop/orders/decisions/decision-forms.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { addAsEarlier, beforeUpgrade, onClient } from "#tests/support/earlier/earlier-ids.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { deliveredValuesOf, reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { addIds } from "../ids/add-ids.server.ts";
import { upgradeIds } from "./upgrade-ids.server.ts";

let shop: TestShop;
let admin: Admin;
beforeEach(async () => {
  shop = await openTestShop({ asOwner: true });
  admin = await anAdmin(shop);
});
afterEach(() => shop.close());

const approval = (ids: string[]) => ApprovalForm.parse({ ids, idsConfirmed: true });
const upgrade = async () => {
  await beforeUpgrade(shop);
  return onClient(shop, (client) => upgradeIds(client, shop.services.vault));
};

/** A product with free IDs as an earlier version stored them. */
async function aProductOf(ids: string[], name = "Account") {
  const { id } = await aProduct(shop, { ids: [], name });
  return { id, units: await addAsEarlier(shop, id, ids) };
}

/** A pending order of the first free ID. */
const anOrder = (productId: string) => aPendingOrder(shop, { productId });

async function deliver(productId: string, id: string) {
  const order = await anOrder(productId);
  expect(await approveOrder(shop.services, admin, order.requestCode, approval([id]))).toMatchObject({ ok: true });
  return order;
}

async function unitsOf(productId: string) {
  const { rows } = await shop.services.db.$client.query<{
    value: Buffer;
    fingerprint: Buffer;
    twinOf: string | null;
    withdrawn: string | null;
    free: boolean;
  }>(
    `select value, fingerprint, twin_of as "twinOf", withdrawn, exists (select from free_units f where f.unit_id = units.id) as free
      from units where product_id = $1 order by id`,
    [productId],
  );
  const { vault } = shop.services;
  return rows.map(({ value, fingerprint, twinOf, ...row }) => ({
    ...row,
    value: vault.decrypt(placeOf("units.value", fingerprint), value),
    twinOf: twinOf === null ? null : Number(twinOf),
    knownAs: fingerprint.toString("hex"),
  }));
}

const hex = (text: string) => shop.services.vault.fingerprint(text).toString("hex");
const isTwin = (twin: number | undefined, of: number | undefined) =>
  `ID ${twin}: the same ID as ID ${of}, which an earlier version let in twice`;

test("[S3.9] an ID of before has the fingerprint of its canonical form, and the ledger links both", async () => {
  const { id } = await aProductOf(["plain-1", "hid\u200bden-2", "x²", "क्\u200dष"]);
  expect(await faultsOf(shop), "verify names what was not upgraded").toHaveLength(3);
  expect(await upgrade()).toEqual({ renamed: 3, cleaned: 1, twins: 0, left: 0, swapped: 0, stuck: 0 });
  expect(await unitsOf(id)).toEqual([
    { value: "plain-1", knownAs: hex("plain-1"), twinOf: null, withdrawn: null, free: true },
    { value: "hidden-2", knownAs: hex("hidden-2"), twinOf: null, withdrawn: null, free: true },
    { value: "x²", knownAs: hex("x2"), twinOf: null, withdrawn: null, free: true },
    { value: "क्\u200dष", knownAs: hex("क्ष"), twinOf: null, withdrawn: null, free: true },
  ]);
  const { rows } = await shop.services.db.$client.query<{ prints: Buffer[] }>(
    "select fingerprints as prints from ledger where product_id = $1 and event = 'rotated'",
    [id],
  );
  const named = ["hid\u200bden-2", "hidden-2", "x²", "x2", "क्\u200dष", "क्ष"];
  expect(rows.map(({ prints }) => prints.map((print) => print.toString("hex")))).toEqual([named.map(hex)]);
  expect(await faultsOf(shop)).toEqual([]);
  expect(await onClient(shop, (client) => upgradeIds(client, shop.services.vault)), "it is done once").toBe(null);
  expect(await addIds(shop.services, admin, { productId: id, ids: "hidden\u200e-2\nx2" })).toMatchObject({ code: "idAlike" });
  expect(await deliver(id, "plain-1")).toBeTruthy();
});

test("[S3.9] an ID that a control character or a blank letter made a second one of is the same after the upgrade", async () => {
  const { id, units } = await aProductOf(["bell-1", "be\u0007ll-1", "pic\ufffc-2", "tab\t3"]);
  expect(await upgrade()).toMatchObject({ renamed: 2, cleaned: 2, twins: 1, left: 1 });
  expect((await unitsOf(id)).map(({ value, knownAs, free }) => [value, knownAs, free])).toEqual([
    ["bell-1", hex("bell-1"), true],
    ["be\u0007ll-1", hex("be\u0007ll-1"), false],
    ["pic-2", hex("pic-2"), true],
    ["tab 3", hex("tab 3"), true],
  ]);
  expect(await faultsOf(shop)).toEqual([isTwin(units[1], units[0])]);
});

test("[S3.9] an ID and a twin that have an earlier canonical fingerprint are upgraded and named alike", async () => {
  const { id, units } = await aProductOf(["plain-1", "pla\u0007in-1", "al\u0007one"]);
  await shop.services.db.$client.query("update upgrade_steps set finished_at = now()");
  const spelled = new Map([
    [units[1], "pla\u0007in-1\u200b"],
    [units[2], "al\u0007one\u200b"],
  ]);
  for (const [unit, value] of spelled) {
    const { rows } = await shop.services.db.$client.query("select fingerprint from units where id = $1", [unit]);
    const encrypted = shop.services.vault.encrypt(placeOf("units.value", rows[0].fingerprint), value);
    await shop.services.db.$client.query("update units set value = $2 where id = $1", [unit, encrypted]);
  }
  expect(await upgrade()).toMatchObject({ renamed: 1, cleaned: 1, twins: 1 });
  expect((await unitsOf(id)).map(({ value }) => value)).toEqual(["plain-1", "pla\u0007in-1\u200b", "alone"]);
  expect(await faultsOf(shop)).toEqual([isTwin(units[1], units[0])]);
});

test("[S3.9] what was handed over stays as it was handed over", async () => {
  const { id } = await aProductOf(["given\u200b-1"]);
  const order = await deliver(id, "given\u200b-1");
  expect(await upgrade()).toMatchObject({ renamed: 1, cleaned: 0 });
  expect(await deliveredValuesOf(shop.services, order.requestCode)).toEqual(["given\u200b-1"]);
  expect(await addIds(shop.services, admin, { productId: id, ids: "given-1" })).toMatchObject({ value: { added: 0, skipped: 1 } });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S3.9] of free twins the oldest stays on sale, whichever spelling it has; verify names the others", async () => {
  const { id, units } = await aProductOf(["RAIL_1", "RAIL_1\u200b", "\u2060RAIL_1", "a\u200bb", "ab", "a\u200eb"]);
  expect(await upgrade()).toMatchObject({ twins: 4, left: 4, swapped: 0, stuck: 0 });
  const found = await unitsOf(id);
  expect(found.map(({ twinOf }) => twinOf)).toEqual([null, units[0], units[0], null, units[3], units[3]]);
  expect(found.map(({ free, withdrawn }) => (free ? "free" : withdrawn))).toEqual(["free", "faulty", "faulty", "free", "faulty", "faulty"]);
  expect(found.map(({ knownAs }) => knownAs)).toEqual(["RAIL_1", "RAIL_1\u200b", "\u2060RAIL_1", "ab", "twin\nab", "a\u200eb"].map(hex));
  expect(found[3]?.value).toBe("ab");
  expect(await booksOf(shop, id)).toEqual({ counter: 2, free: 2, held: 0, delivered: 0, withdrawn: 4, units: 6 });
  expect(await faultsOf(shop)).toEqual(
    [isTwin(units[1], units[0]), isTwin(units[2], units[0]), isTwin(units[4], units[3]), isTwin(units[5], units[3])].sort(),
  );
});

test("[S3.9] where an order was given a twin, the other one leaves the stock, also that of another product", async () => {
  const sold = await aProductOf(["one\u200b-1"]);
  const order = await deliver(sold.id, "one\u200b-1");
  const other = await aProductOf(["one-1", "two-1"], "Other");
  expect(await upgrade()).toMatchObject({ twins: 1, left: 1 });
  expect(await booksOf(shop, other.id)).toMatchObject({ free: 1, counter: 1, withdrawn: 1 });
  expect((await unitsOf(other.id))[0]).toMatchObject({ twinOf: sold.units[0], withdrawn: "faulty", knownAs: hex("twin\none-1") });
  expect(await faultsOf(shop)).toEqual([isTwin(other.units[0], sold.units[0])]);
  const next = await anOrder(other.id);
  expect(await approveOrder(shop.services, admin, next.requestCode, approval(["one-1"]))).toMatchObject({
    code: "idWithOtherOrder",
    words: { code: order.requestCode },
  });
});

test("[S4.5] a pending order holds another ID instead of a twin that an order was given; where none is free it cannot be approved with it, and it leaves the stock with the order", async () => {
  const { id, units } = await aProductOf(["dup-1", "dup\u200b-1", "other-1"]);
  await deliver(id, "dup-1");
  const swapped = await anOrder(id);
  const { id: full, units: fullUnits } = await aProductOf(["full-1", "full\u200b-1"]);
  await deliver(full, "full-1");
  const stuck = await anOrder(full);
  expect(await upgrade()).toMatchObject({ twins: 2, left: 0, swapped: 1, stuck: 1 });

  const reserved = async (code: string) => await reservedValuesOf(shop.services, code);
  expect(await reserved(swapped.requestCode)).toEqual(["other-1"]);
  expect(await booksOf(shop, id)).toEqual({ counter: 0, free: 0, held: 1, delivered: 1, withdrawn: 1, units: 3 });
  const named = [isTwin(units[1], units[0]), isTwin(fullUnits[1], fullUnits[0])].sort();
  expect(await faultsOf(shop)).toEqual(named);
  expect(await approveOrder(shop.services, admin, stuck.requestCode, approval(["full\u200b-1"]))).toMatchObject({
    code: "idWithOtherOrder",
  });
  expect(await rejectOrder(shop.services, admin, stuck.requestCode, { reason: "sold out" })).toMatchObject({ ok: true });
  expect(await booksOf(shop, full)).toEqual({ counter: 0, free: 0, held: 0, delivered: 1, withdrawn: 1, units: 2 });
  expect(await faultsOf(shop)).toEqual(named);
});

test("[S4.5] of two pending orders that hold one ID the earlier keeps it; the one of the two that is left is sold once", async () => {
  const { id, units } = await aProductOf(["both\u200b-1", "both-1"]);
  const [first, second] = [await anOrder(id), await anOrder(id)];
  expect(await upgrade()).toMatchObject({ twins: 1, stuck: 1 });
  const approve = (code: string) => approveOrder(shop.services, admin, code, approval(["both-1"]));
  expect(await approve(first.requestCode), "both hold it").toMatchObject({ code: "idWithOtherOrder" });
  expect(await rejectOrder(shop.services, admin, second.requestCode, { reason: "twice" })).toMatchObject({ ok: true });
  expect(await approve(first.requestCode)).toMatchObject({ ok: true });
  expect(await deliveredValuesOf(shop.services, first.requestCode)).toEqual(["both-1"]);
  expect(await booksOf(shop, id)).toEqual({ counter: 0, free: 0, held: 0, delivered: 1, withdrawn: 1, units: 2 });
  expect(await faultsOf(shop)).toEqual([isTwin(units[1], units[0])]);
});

test("[S3.9] an erased ID keeps its fingerprint: its text of then is known again, and one that is it leaves the stock", async () => {
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 30");
  const { id } = await aProductOf(["gone\u200b-1", "back-1"]);
  await deliver(id, "gone\u200b-1");
  await deliver(id, "back-1");
  await eraseOld({ ...shop.services, now: () => new Date(Date.now() + 366 * 24 * 60 * 60 * 1_000) });
  const twin = await addAsEarlier(shop, id, ["back\u200b-1", "fresh\u200b-1"]);
  expect(await upgrade()).toMatchObject({ renamed: 1, twins: 1, left: 1 });
  expect(await addIds(shop.services, admin, { productId: id, ids: "gone\u200b-1\nback-1\nback\u200e-1" })).toMatchObject({
    value: { added: 0, skipped: 3 },
  });
  const erased = Number(
    (await shop.services.db.$client.query("select id from units where fingerprint = $1", [shop.services.vault.fingerprint("back-1")]))
      .rows[0]?.id,
  );
  expect(await faultsOf(shop)).toEqual([isTwin(twin[0], erased)]);
  const next = await anOrder(id);
  expect(await approveOrder(shop.services, admin, next.requestCode, approval(["gone\u200b-1"]))).toMatchObject({
    code: "idWithOtherOrder",
  });
});

test("[S3.9] an ID of which nothing can be seen leaves the stock, and verify names it", async () => {
  const { id, units } = await aProductOf(["\u200b", "seen-1"]);
  expect(await upgrade()).toMatchObject({ renamed: 0, twins: 0 });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 1, free: 1, withdrawn: 1 });
  expect(await faultsOf(shop)).toEqual([`ID ${units[0]}: nothing of it can be seen`]);
});

test("[S3.9] an upgrade that broke off goes on, and what came in meanwhile is not twice there", async () => {
  const { id, units } = await aProductOf(["s\u200b1", "s\u200b2"]);
  await addIds(shop.services, admin, { productId: id, ids: "s1" });
  await beforeUpgrade(shop);
  await onClient(shop, async (client) => {
    const broken = {
      query: async (text: string, values?: unknown[]) => {
        if (/finished_at = now/.test(text)) throw new Error("the power went");
        return client.query(text, values);
      },
    } as unknown as typeof client;
    await expect(upgradeIds(broken, shop.services.vault)).rejects.toThrow("the power went");
  });
  expect(await booksOf(shop, id)).toMatchObject({ free: 3 });
  const again = await onClient(shop, (client) => upgradeIds(client, shop.services.vault));
  expect(again).toMatchObject({ renamed: 0, twins: 1, left: 1 });
  expect(await booksOf(shop, id)).toMatchObject({ free: 2, counter: 2, withdrawn: 1 });
  expect(await faultsOf(shop)).toEqual([isTwin((units[1] ?? 0) + 1, units[0])]);
});
