import type { APIRequestContext, Page } from "@playwright/test";
import { readCsv } from "#platform/read-csv.ts";
import { looksRight, partsForReaders } from "../accessibility-checks.ts";
import { speaks } from "../language-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed } from "../states.ts";
import { awake, tabTo } from "../steps.ts";

/** More than others of the shop cost, so that its row is on the first page. */
const PRICE = 24_999;
const COST = 120;
const BACK = 100;

/** What the API says of one product and of all, today. */
async function salesOf(ownerApi: APIRequestContext, productId: string) {
  const answer = await ownerApi.get("/api/admin/sales?by=product");
  expect(answer.ok(), await answer.text()).toBe(true);
  const { rows, total } = await answer.json();
  const { orders, sales, refunded, cost, profit, idsWithoutCost } = rows.find(({ key }: { key: string }) => key === productId) ?? {};
  return {
    its: { orders, sales, refunded, cost, profit, idsWithoutCost },
    total: total as { sales: number; refunded: number; profit: number },
  };
}

/** The sums of the accountant's file of the days of the sales. */
async function accountsOf(ownerApi: APIRequestContext) {
  const { from, to } = await (await ownerApi.get("/api/admin/sales")).json();
  const lines: string[][] = [];
  for await (const { cells } of readCsv([await (await ownerApi.get(`/admin/accounts.csv?from=${from}&to=${to}`)).text()]))
    lines.push(cells);
  const [head = [], ...rows] = lines;
  const sum = (type: string) => rows.filter((row) => row[1] === type).reduce((all, row) => all + Number(row[head.indexOf("Amount")]), 0);
  return { sales: sum("Sale"), refunded: -sum("Refund") };
}

async function post(ownerApi: APIRequestContext, path: string, form: Record<string, string>): Promise<void> {
  const answer = await ownerApi.post(path, { form, maxRedirects: 0 });
  expect(answer.ok(), path).toBe(true);
}

const inRupees = (amount: number) => `₹${amount.toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;

/** The cells of a product's row on the page, with the names that a phone and a screen reader have of them. */
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });

test("[S17.2] [S17.4] [S17.6] the owner reads sales after an order, a refund and a cost that came later: page, Today, files and API agree", async ({
  adminPage: page,
  ownerApi,
  putOnSale,
  guest,
  browser,
  baseURL,
}) => {
  const product = await putOnSale({ name: `Sold today ${Date.now().toString(36)}`, price: PRICE });
  const before = await salesOf(ownerApi, product.id);
  const accountsBefore = await accountsOf(ownerApi);
  const { requestCode } = await placed(guest, product);
  await approve(ownerApi, requestCode);
  const paid = await ownerApi.post(`/api/admin/orders/${requestCode}/payment`, { data: { state: "paid" } });
  expect(paid.ok(), await paid.text()).toBe(true);
  expect((await salesOf(ownerApi, product.id)).its).toEqual({
    orders: 1,
    sales: PRICE,
    refunded: 0,
    cost: 0,
    profit: PRICE,
    idsWithoutCost: 1,
  });

  await post(ownerApi, `/admin/orders/${requestCode}/refund`, { amount: String(BACK), how: "by hand", reference: "NEFT 1" });
  const [, batchId = ""] =
    /\/admin\/batches\/([0-9a-f-]{36})/.exec(await (await ownerApi.get(`/admin/batches?product=${product.id}`)).text()) ?? [];
  await post(ownerApi, `/admin/batches/${batchId}/details`, { supplier: "", note: "", cost: String(COST) });

  const profit = PRICE - BACK - COST;
  const after = await salesOf(ownerApi, product.id);
  expect(after.its).toEqual({ orders: 1, sales: PRICE, refunded: BACK, cost: COST, profit, idsWithoutCost: 0 });
  const accounts = await accountsOf(ownerApi);
  for (const key of ["sales", "refunded"] as const) {
    const more = Math.round(100 * (after.total[key] - before.total[key]));
    expect(more, key).toBe(100 * { sales: PRICE, refunded: BACK }[key]);
    expect(Math.round(100 * (accounts[key] - accountsBefore[key])), `the accountant's file: ${key}`).toBe(more);
  }
  await page.goto("/admin");
  const money = page.getByRole("region", { name: "Money" });
  await expect(money).toContainText(inRupees(after.total.sales));
  await expect(money).toContainText(`Profit ${inRupees(after.total.profit)}`);

  await money.getByRole("link", { name: "Sales and profit" }).press("Enter");
  await awake(page);
  await tabTo(page, page.getByRole("link", { name: "Product", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/by=product/);
  for (const text of [PRICE, BACK, COST, profit].map(inRupees)) await expect(rowOf(page, product.name)).toContainText(text);
  const parts = await partsForReaders(page);
  expect(parts.filter(({ role, name }) => role === "image" && name.startsWith("Sales less refunds"))).toHaveLength(1);
  expect(parts.filter(({ role }) => role === "columnheader").map(({ name }) => name)).toEqual([
    "Product",
    "Orders",
    "Sales",
    "Refunds",
    "Fees",
    "Cost",
    "Profit",
    "Delivered",
    "Dead",
  ]);
  await looksRight(page, "sales by product");

  const file = await ownerApi.get(`/admin/sales.csv${new URL(page.url()).search}`);
  expect(await file.text()).toContain(`${product.id},${product.name},1,${PRICE},0,1,${BACK},0,1,${COST},0,${profit},0,0`);

  const plain = await browser.newContext({ baseURL, storageState: await ownerApi.storageState(), javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto("/admin/sales?by=product");
  await expect(rowOf(still, product.name)).toContainText(inRupees(profit));
  await expect(still.getByRole("img", { name: "Sales less refunds" })).toBeVisible();
  await plain.close();

  await page.goto("/admin/sales?by=product&lang=hi");
  await speaks(page, "hi", "sales");
  await expect(rowOf(page, product.name)).toContainText(inRupees(profit));
  await looksRight(page, "sales in Hindi");
});
