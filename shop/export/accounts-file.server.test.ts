import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { readCsv } from "#platform/read-csv.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { downloadAccounts } from "./accounts-file.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const asOwner = (text: string) => withClient(shop.databaseUrl, (client) => client.query(text));

async function cellsOf(csv: string): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const { cells } of readCsv([csv])) lines.push(cells);
  return lines;
}

async function rowsOf(from: string, to: string): Promise<Record<string, string>[]> {
  const file = await downloadAccounts(shop.services, await anAdmin(shop), { from, to });
  if (!file.ok) throw new Error(file.code);
  let text = "";
  for await (const piece of file.value.pieces) text += piece;
  const [head = [], ...lines] = await cellsOf(text);
  return lines.map((cells) => Object.fromEntries(head.map((title, at) => [title, cells[at] ?? ""])));
}

/** An order of two IDs for ₹499 each, approved at a time. */
async function anApproved(at: string, name: string, id: string) {
  const product = await aProduct(shop, { name, ids: [`${id}-1`, `${id}-2`] });
  shop.setNow(new Date(at));
  const order = await aPendingOrder(shop, { productId: product.id, quantity: 2 });
  const admin = await anAdmin(shop);
  const decision = { ids: product.ids, faulty: [], downloadLink: null, confirmed: true };
  expect(await approveOrder(shop.services, admin, order.requestCode, decision)).toMatchObject({ ok: true });
  return order;
}

test("[S12.8] a month's sales stand in the accountant's file on their day in the shop's time zone, with number, tax and payment, and refunds with their sign", async () => {
  await asOwner("update shop_settings set gstin = '27AAPFU0939F1ZV', hsn_code = '998439', gst_rate = 1800");
  const before = await anApproved("2026-10-31T18:29:59.999Z", "October", "a");
  const sold = await anApproved("2026-10-31T18:30:00Z", '=Gold, "best"', "b");
  await asOwner(`insert into payments (id, source, reference, paise, currency, paid_at, received_at, order_id, state, fee_paise)
    select 'p', 'razorpay', 'pay_1', total_paise, 'INR', '2026-10-31T18:31:00Z', '2026-10-31T18:31:00Z', id, 'matched', 2355
    from orders where request_code = '${sold.requestCode}'`);
  await asOwner(`insert into refunds (id, payment_id, paise, how, idempotency_key, reference, state, created_at, done_at)
    values ('f', 'p', 11800, 'by hand', 'f', 'NEFT 7', 'done', '2026-11-02', '2026-11-02')`);
  const common = { Order: sold.requestCode, "GST %": "18", GSTIN: "27AAPFU0939F1ZV", "HSN/SAC": "998439", IGST: "0" };
  expect(await rowsOf("2026-11-01", "2026-11-30")).toEqual([
    expect.objectContaining({
      ...common,
      Date: "2026-11-01",
      Type: "Sale",
      Number: "2026-27/00002",
      Product: '\'=Gold, "best"',
      Quantity: "2",
      Price: "499",
      Amount: "998",
      "Taxable value": "845.76",
      CGST: "76.12",
      SGST: "76.12",
      "Payment method": "request",
      "Payment reference": "pay_1",
      "Provider's fee": "23.55",
    }),
    expect.objectContaining({
      ...common,
      Date: "2026-11-02",
      Type: "Refund",
      Number: "CN/2026-27/00001",
      Quantity: "",
      Price: "",
      Amount: "-118",
      "Taxable value": "-100",
      CGST: "-9",
      SGST: "-9",
      "Payment method": "razorpay",
      "Payment reference": "NEFT 7",
    }),
  ]);
  expect((await rowsOf("2026-10-31", "2026-10-31")).map(({ Order }) => Order)).toEqual([before.requestCode]);
  expect(await rowsOf("2026-11-03", "2026-11-30")).toEqual([]);
});

test("[S12.8] what was paid above the price is no sale when it goes back, and a part that went back before the approval has its credit note on the day of the approval", async () => {
  shop.setNow(new Date("2027-01-10T10:00:00Z"));
  const admin = await anAdmin(shop);
  const order = await paidOnline(shop, await aPendingOrder(shop));
  const { paymentId } = await settled(shop.services, someMoney(order.id, { paise: 60_000 }));
  const refund = async (minute: number, amount: number | null) => {
    shop.setNow(new Date(Date.UTC(2027, 0, 10, 10, minute)));
    const form = { how: "by hand", reference: "NEFT", reason: null, left: null, amount } as const;
    expect(await refundPayment(shop.services, admin, paymentId ?? "", form)).toMatchObject({ ok: true });
  };
  await refund(1, 10_000);
  await refund(2, 1_100);
  shop.setNow(new Date("2027-01-11T10:00:00Z"));
  expect(await matchPayment(shop.services, admin, paymentId ?? "", { requestCode: order.requestCode, rest: "owed" })).toMatchObject({
    ok: true,
  });
  await refund(24 * 60 + 3, null);
  expect(await rowsOf("2027-01-10", "2027-01-10")).toEqual([]);
  const rows = await rowsOf("2027-01-11", "2027-01-11");
  expect(rows.map((row) => [row.Type, row.Amount, row["Paid on"], row.Number?.slice(-5)])).toEqual([
    ["Sale", "499", expect.anything(), "00003"],
    ["Refund", "-10", "2027-01-10", "00002"],
    ["Refund", "-489", "2027-01-11", "00003"],
  ]);
});

test("[S12.8] [S10.15] of three parts of one sale, the last credit note takes back what is left of its tax", async () => {
  shop.setNow(new Date("2027-02-10T10:00:00Z"));
  const admin = await anAdmin(shop);
  const order = await paidOnline(shop, await aPendingOrder(shop));
  const { paymentId } = await settled(shop.services, someMoney(order.id));
  for (const amount of [16_633, 16_633, 16_634]) {
    const form = { how: "by hand", reference: "NEFT", reason: null, left: null, amount } as const;
    expect(await refundPayment(shop.services, admin, paymentId ?? "", form)).toMatchObject({ ok: true });
  }
  const [sale, ...parts] = await rowsOf("2027-02-10", "2027-02-10");
  const sum = (column: string) => Math.round(100 * parts.reduce((all, row) => all + Number(row[column]), 0));
  expect(sale).toMatchObject({ Amount: "499", "Taxable value": "422.88", CGST: "38.06", SGST: "38.06" });
  for (const column of ["Amount", "Taxable value", "CGST", "SGST"])
    expect(sum(column), column).toBe(-Math.round(100 * Number(sale?.[column])));
});

test("[S12.8] money in another currency is named and not summed, neither are its fee and refund, and a UTR stays whole in a spreadsheet", async () => {
  shop.setNow(new Date("2027-03-10T10:00:00Z"));
  const admin = await anAdmin(shop);
  const order = await paidOnline(shop, await aPendingOrder(shop));
  const { paymentId } = await settled(shop.services, someMoney(order.id, { paise: 600, currency: "USD", feePaise: 30 }));
  expect(await matchPayment(shop.services, admin, paymentId ?? "", { requestCode: order.requestCode })).toMatchObject({ ok: true });
  const form = { how: "by hand", reference: "633111654612", reason: null, left: null, amount: null } as const;
  expect(await refundPayment(shop.services, admin, paymentId ?? "", form)).toMatchObject({ ok: true });
  const rows = await rowsOf("2027-03-10", "2027-03-10");
  expect(rows).toMatchObject([
    { Type: "Sale", Amount: "499", "Provider's fee": "", "In another currency": "" },
    { Type: "Refund", Amount: "", CGST: "", "Payment reference": "\u00a0633111654612", "In another currency": "USD -6" },
  ]);
});

test("[S12.8] the file has every row of more than one page, once", async () => {
  const { productId } = await anApproved("2026-12-01T10:00:00Z", "Many", "c");
  await asOwner(`insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at,
      processed_at, approved_by, is_from_old_shop, short_by)
    select 'old-' || n, 'REQ-OLD' || n, 'approved', '${productId}', 'Many', 1, 100, 100, 'request', '2025-01-02', '2025-01-02', 'x', true, 1
    from generate_series(1, 2500) n`);
  const codes = (await rowsOf("2025-01-01", "2025-01-31")).map(({ Order }) => Order);
  expect(codes).toHaveLength(2_500);
  expect(new Set(codes).size).toBe(2_500);
});

test("[S12.8] [S6.3] only admins get the file, of days that exist, and the audit log has it", async () => {
  const period = { from: "2026-11-01", to: "2026-11-30" };
  for (const visitor of [aGuest(), await aCustomer(shop)])
    expect(await downloadAccounts(shop.services, visitor, period)).toMatchObject({ code: "rightMissing" });
  const admin = await anAdmin(shop);
  for (const wrong of [
    { from: null, to: null },
    { from: "2026-11-01", to: "" },
    { from: "2026-02-30", to: "2026-03-01" },
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "'; --", to: "2026-11-01" },
  ])
    expect(await downloadAccounts(shop.services, admin, wrong), JSON.stringify(wrong)).toMatchObject({ code: "accountsPeriodWrong" });
  await downloadAccounts(shop.services, admin, period);
  const { rows } = await shop.services.db.$client.query("select subject_name from audit_entries order by id desc limit 1");
  expect(rows).toEqual([{ subject_name: "accounts-2026-11-01-to-2026-11-30.csv" }]);
});
