import { textsIn } from "#messages/languages.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

const [claimTexts, claimsTexts, texts] = [textsIn("en", "orderClaims"), textsIn("en", "adminClaims"), textsIn("en", "adminImports")];

/** The imports of a list, the newest first. */
const imports = 'main a[href^="/admin/batches/"]:not([href$="/new"])';

test("[S15.11] the owner recalls a bad import in three clicks, the buyer's open page shows the shop's claim, and three clicks swap its claims", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ name: "Recalled", ids: ["RECALL-BAD-1", "RECALL-BAD-2"] });
  const added = await ownerApi.post(`/api/admin/products/${product.id}/ids`, { data: { ids: ["RECALL-GOOD-3", "RECALL-GOOD-4"] } });
  expect(added.ok()).toBe(true);
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const requestCode = await requestCodeOn(page);
  await approve(ownerApi, requestCode);
  await page.goto(`/order-status/${requestCode}`);
  await awake(page);
  await expect(page.getByText("RECALL-BAD-1").first()).toBeVisible();

  await adminPage.goto(`/admin/batches?product=${product.id}`);
  await adminPage.locator(imports).last().click();
  await awake(adminPage);
  await adminPage.getByRole("button", { name: texts("recallImport") }).click();
  await adminPage.getByLabel(claimTexts("reasonUsed")).check();
  await adminPage.getByRole("button", { name: texts("recall"), exact: true }).click();
  await expect(page.getByText(claimTexts("claim", { name: `${requestCode}-C1` }))).toBeVisible({ timeout: 15_000 });

  await adminPage.getByRole("link", { name: texts("toItsClaims") }).click();
  await adminPage.getByLabel(claimsTexts("chooseAll", { n: 1 })).check();
  await adminPage.getByRole("button", { name: claimsTexts("swapChosen", { n: 1 }) }).click();
  await expect(page.getByText("RECALL-GOOD-3").first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("RECALL-BAD-1")).toHaveCount(0);
});

test("[S15.9] [S15.11] 40 claims of one import, of several buyers, are swapped in three clicks", async ({
  adminPage,
  putOnSale,
  ownerApi,
  guest,
}) => {
  const idsOf = (kind: string) => Array.from({ length: 40 }, (_, n) => `${kind}-${100 + n}`);
  const product = await putOnSale({ name: "Forty recalled", ids: idsOf("IMPORT-BAD") });
  const added = await ownerApi.post(`/api/admin/products/${product.id}/ids`, { data: { ids: idsOf("IMPORT-GOOD") } });
  expect(added.ok()).toBe(true);
  const codes: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { requestCode } = await placed(guest, product, 10);
    await approve(ownerApi, requestCode);
    codes.push(requestCode);
  }
  await adminPage.goto(`/admin/batches?product=${product.id}`);
  await adminPage.locator(imports).last().click();
  await awake(adminPage);
  await adminPage.getByRole("button", { name: texts("recallImport") }).click();
  await adminPage.getByLabel(claimTexts("reasonUsed")).check();
  await adminPage.getByRole("button", { name: texts("recall"), exact: true }).click();

  await adminPage.getByRole("link", { name: texts("toItsClaims") }).click({ timeout: 30_000 });
  await adminPage.getByLabel(claimsTexts("chooseAll", { n: 40 })).check();
  await adminPage.getByRole("button", { name: claimsTexts("swapChosen", { n: 40 }) }).click();
  await expect(adminPage.getByText(claimsTexts("noOpenClaims"))).toBeVisible({ timeout: 30_000 });
  for (const code of codes) {
    const { deliveredIds } = await (await ownerApi.get(`/api/orders/${code}`)).json();
    expect(deliveredIds.filter((id: string) => id.startsWith("IMPORT-GOOD"))).toHaveLength(10);
  }
});

test("[S15.11] without script an import is recalled, says what it took back, and the recall is undone", async ({
  browser,
  baseURL,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale({ name: "Plain recall", ids: ["PLAIN-BAD-1", "PLAIN-BAD-2"] });
  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await adminPage.context().storageState() });
  const page = await plain.newPage();
  await page.goto(`/admin/batches?product=${product.id}`);
  await page.locator(imports).last().click();
  await page.getByRole("button", { name: texts("recallImport") }).click();
  await page.getByLabel(claimTexts("reasonRefused")).check();
  await page.getByRole("button", { name: texts("recall"), exact: true }).click();
  await expect(page.getByText("Import recalled. 2 IDs removed from stock.")).toBeVisible();
  await expect(page.getByText(texts("recallInForce"))).toBeVisible();
  await page.goto(`/admin/batches?product=${product.id}`);
  await expect(page.getByText(texts("recalled"), { exact: true })).toBeVisible();
  await page.locator(imports).last().click();
  await page.getByRole("button", { name: texts("undoRecall") }).click();
  await page.getByRole("button", { name: texts("undo"), exact: true }).click();
  await expect(page.getByText("Recall undone. The IDs come back to stock.")).toBeVisible();
  await plain.close();
});
