import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { forgetBrowser } from "../access/forget-browser.server.ts";
import { revokeLink } from "../access/revoke-link.server.ts";
import { unlockOrder } from "../access/unlock-order.server.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { readOfflineTickets } from "./offline-tickets.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const aBrowser = () => aGuest({ browser: randomBytes(32).toString("hex") });
const ticketsFor = (visitor: Visitor, ...requestCodes: string[]) =>
  readOfflineTickets(shop.services, visitor, { requestCodes, language: "en" });
const codesFor = async (...asked: Parameters<typeof ticketsFor>) => (await ticketsFor(...asked)).map(({ requestCode }) => requestCode);

let made = 0;

/** A delivered order of one ID; another one is in stock. */
async function aDelivered(visitor: Visitor) {
  made += 1;
  const [id, spare] = [`TICKET-${made}`, `SPARE-${made}`];
  const product = await aProduct(shop, { name: "Gold account", ids: [id, spare] });
  const order = await aPendingOrder(shop, { visitor, productId: product.id });
  const form = { ids: [id], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  const approved = await approveOrder(shop.services, admin, order.requestCode, form);
  if (!approved.ok) throw new Error(approved.code);
  return { ...order, given: id, spare };
}

test("[S12.11] the buyer gets the tickets of delivered orders, with one query for all; nobody else gets any", async () => {
  const [mine, customer] = [aBrowser(), await aCustomer(shop)];
  const [first, second, account] = [await aDelivered(mine), await aDelivered(mine), await aDelivered(customer)];
  const pending = await aPendingOrder(shop, { visitor: mine });
  const all = [first, second, account, pending].map(({ requestCode }) => requestCode);
  const asked = { requestCodes: [...all, "REQ-NEVER", "'", first.requestCode], language: "en" };
  const { value: tickets, statements } = await countQueries(shop, (services) => readOfflineTickets(services, mine, asked));
  expect(statements).toBe(1);
  expect(tickets.map(({ requestCode }) => requestCode).sort()).toEqual([first.requestCode, second.requestCode].sort());
  expect(tickets.find(({ requestCode }) => requestCode === first.requestCode)).toEqual({
    requestCode: first.requestCode,
    product: "Gold account",
    productLanguage: "en",
    instructionsLanguage: "en",
    orderedAt: expect.stringMatching(/^2\d{3}-.*Z$/),
    amount: "₹499.00",
    ids: [{ value: first.given, replacedAt: null }],
    instructions: [],
    language: "en",
  });
  expect(await codesFor(customer, ...all)).toEqual([account.requestCode]);
  for (const stranger of [aGuest(), aBrowser(), admin]) expect(await codesFor(stranger, ...all)).toEqual([]);
});

test("[S12.11] a replaced ID is in the ticket; erased IDs, a revoked link and an ended session leave none", async () => {
  const mine = aBrowser();
  const order = await aDelivered(mine);
  const replaced = await replaceId(shop.services, admin, order.requestCode, { faulty: order.given, id: order.spare, idsConfirmed: true });
  expect(replaced).toMatchObject({ ok: true });
  expect((await ticketsFor(mine, order.requestCode))[0]?.ids).toEqual([{ value: order.spare, replacedAt: expect.any(String) }]);

  const other = aBrowser();
  await unlockOrder(shop.services, other, order.requestCode, order.accessKey ?? "");
  expect(await codesFor(other, order.requestCode)).toEqual([order.requestCode]);
  await revokeLink(shop.services, mine, order.requestCode);
  expect(await codesFor(other, order.requestCode)).toEqual([]);
  expect(await codesFor(mine, order.requestCode)).toEqual([order.requestCode]);

  const customer = await aCustomer(shop);
  const account = await aDelivered(customer);
  expect(await codesFor(aGuest(customer.keys), account.requestCode)).toEqual([]);

  await behindTheRules(shop, "update orders set ids_erased_at = now() where id = $1", [order.id]);
  expect(await codesFor(mine, order.requestCode)).toEqual([]);
});

test("[S12.11] a forgotten browser opens none of its orders any more; other browsers and the private link do", async () => {
  const mine = aBrowser();
  const [placed, opened] = [await aDelivered(mine), await aDelivered(aBrowser())];
  await unlockOrder(shop.services, mine, opened.requestCode, opened.accessKey ?? "");
  const other = aBrowser();
  await unlockOrder(shop.services, other, placed.requestCode, placed.accessKey ?? "");
  const both = [placed.requestCode, opened.requestCode];
  expect(await codesFor(mine, ...both)).toHaveLength(2);
  expect(await forgetBrowser(shop.services, mine)).toMatchObject({ ok: true });
  expect(await codesFor(mine, ...both)).toEqual([]);
  expect(await codesFor(other, ...both)).toEqual([placed.requestCode]);
  expect(await codesFor(aGuest({ accessKey: placed.accessKey }), ...both)).toEqual([placed.requestCode]);
  expect(await forgetBrowser(shop.services, aGuest())).toMatchObject({ ok: true });

  const many = [await aDelivered(mine), await aDelivered(mine), await aDelivered(mine)].map(({ requestCode }) => requestCode);
  await forgetBrowser(shop.services, mine, 1);
  expect(await codesFor(mine, ...many), "more orders than fit in a step").toEqual([]);

  // The empty place of the browser that placed the order is nobody's.
  expect(await codesFor(aGuest({ browser: "" }), ...both)).toEqual([]);
  expect(await codesFor(aGuest({ browser: sha256("").toString("hex") }), ...both)).toEqual([]);
});
