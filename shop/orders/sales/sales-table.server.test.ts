import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "#platform/read-csv.ts";
import { downloadAccounts } from "#shop/export/accounts-file.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { aCustomer, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { closeSales } from "./close-sales.server.ts";
import { salesFile } from "./sales-file.ts";
import { readSalesTable } from "./sales-table.server.ts";
import { readTodaysSales } from "./todays-sales.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const april = { from: "2026-04-01", to: "2026-04-30", by: null, after: 0 };

/** A paid order of one ID for ₹499, approved at a time, with a fee of ₹11.78; ₹100 goes back later. */
async function aSale(at: string, name = "Gold") {
  const admin = await anAdmin(shop);
  shop.setNow(new Date(at));
  const product = await aProduct(shop, { name, ids: [`${name}-${at}`] });
  const order = await paidOnline(shop, await aPendingOrder(shop, { productId: product.id }));
  const { paymentId } = await settled(shop.services, someMoney(order.id, { feePaise: 1_178 }));
  const decision = { ids: product.ids, faulty: [], downloadLink: null, confirmed: true };
  await approveOrder(shop.services, admin, order.requestCode, decision);
  return { admin, product, paymentId: paymentId ?? "" };
}

test("[S17.6] Today, the accountant's file and the sales agree to the paisa at the turn of the financial year, closed or not", async () => {
  const { admin } = await aSale("2026-03-31T18:29:59Z", "March");
  const { paymentId } = await aSale("2026-03-31T18:30:00Z", "April");
  shop.setNow(new Date("2026-04-20T10:00:00Z"));
  const form = { how: "by hand", reference: "NEFT", reason: null, left: null, amount: 10_000 } as const;
  expect(await refundPayment(shop.services, admin, paymentId, form)).toMatchObject({ ok: true });

  const inFile = async () => {
    const file = await downloadAccounts(shop.services, admin, april);
    if (!file.ok) throw new Error(file.code);
    let text = "";
    for await (const piece of file.value.pieces) text += piece;
    const lines: string[][] = [];
    for await (const { cells } of readCsv([text])) lines.push(cells);
    const [head = [], ...rows] = lines;
    const sum = (column: string, type: string) =>
      Math.round(100 * rows.filter((row) => row[1] === type).reduce((all, row) => all + Number(row[head.indexOf(column)]), 0));
    return { paise: sum("Amount", "Sale"), feePaise: sum("Provider's fee", "Sale"), refundPaise: -sum("Amount", "Refund") };
  };
  for (const isClosed of [false, true]) {
    if (isClosed) await closeSales(shop.services);
    const table = await readSalesTable(shop.services, admin, april);
    if (!table.ok) throw new Error(table.code);
    const { paise, feePaise, refundPaise } = table.value.total;
    expect({ paise, feePaise, refundPaise }).toEqual({ paise: 49_900, feePaise: 1_178, refundPaise: 10_000 });
    expect(await inFile()).toEqual({ paise, feePaise, refundPaise });
    expect((await readTodaysSales(shop.services, admin, "Asia/Kolkata")).month).toEqual(table.value.total);
    const march = await readSalesTable(shop.services, admin, { ...april, from: "2026-03-01", to: "2026-03-31" });
    expect(march).toMatchObject({ value: { total: { paise: 49_900, refundPaise: 0 }, unit: "day", by: "day" } });
  }
});

test("[S17.3] a renamed product is one row, by its new name; the rows of a table go on page by page", async () => {
  const { admin, product } = await aSale("2026-05-02T10:00:00Z", "Before");
  await asOwner(shop, (client) => client.query("update products set name = '=After' where id = $1", [product.id]));
  shop.setNow(new Date("2026-05-20T10:00:00Z"));
  const asked = { from: "2026-05-01", to: "2026-05-31", by: "product", after: 0 } as const;
  const table = await readSalesTable(shop.services, admin, asked);
  expect(table).toMatchObject({ value: { rows: [{ key: product.id, name: "=After", orders: 1 }], next: null } });
  const days = await readSalesTable(shop.services, admin, { ...asked, by: "day" });
  expect(days).toMatchObject({ value: { rows: { length: 20 }, next: "20" } });
  expect(await readSalesTable(shop.services, admin, { ...asked, by: "day", after: 20 })).toMatchObject({
    value: { rows: { length: 11 }, next: null },
  });
  if (table.ok) expect(salesFile(table.value)).toContain(`${product.id},'=After,1,499`);
});

test("[S17.1] [S13.2] who sees no figures reads none, and no more than three years are read", async () => {
  for (const visitor of [await aCustomer(shop), await aHelper(shop, ["handle-money", "manage-stock"])])
    expect(await readSalesTable(shop.services, visitor, april)).toMatchObject({ code: "rightMissing" });
  const helper = await aHelper(shop, ["see-figures"]);
  expect(await readSalesTable(shop.services, helper, april)).toMatchObject({ ok: true });
  for (const days of [
    { from: "2026-05-02", to: "2026-05-01" },
    { from: "2020-01-01", to: "2026-05-01" },
  ])
    expect(await readSalesTable(shop.services, helper, { ...april, ...days })).toMatchObject({ code: "salesPeriodWrong" });
});
