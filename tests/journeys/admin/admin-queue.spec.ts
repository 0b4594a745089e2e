import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake } from "../steps.ts";

const queue = "/admin/orders";

test("[S1.6] [S2.28] [S2.30] [S2.32] [S9.2] the admin works through the queue by keyboard: looks, replaces an ID, approves, goes on, rejects, and sees both processed", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const product = await putOnSale({ name: "Keyboard account", ids: [1, 2, 3, 4, 5, 6].map((n) => `KEY-${n}`) });
  const codes: string[] = [];
  for (const quantity of [2, 1, 1, 1, 1]) {
    const data = { productId: product.id, quantity, paymentMethod: "request" };
    codes.push((await (await ownerApi.post("/api/orders", { data })).json()).requestCode);
  }
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = codes;
  const read = async (code: string) => (await ownerApi.get(`/api/orders/${code}`)).json();
  const manage = (code: string) => page.locator(`#manage-${code}`);
  await page.goto(`${queue}?search=Keyboard`);
  await awake(page);

  const { id } = await read(first);
  const copy = page.getByRole("button", { name: `${id.slice(0, 8)}: copy request ID ${id}` });
  await expect(copy).toHaveText(id.slice(0, 8));
  await expect(copy).toHaveAttribute("title", new RegExp(id));
  await copy.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);

  await manage(first).focus();
  await page.keyboard.press("Enter");
  const ids = page.getByRole("textbox", { name: "IDs to deliver, one per line" });
  await expect(ids).toBeFocused();
  await expect(page.getByText("2/2")).toBeVisible();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("FROM ELSEWHERE");
  await expect(page.getByText("Removed", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  // The shop asks for confirmation once for an ID that is not in stock.
  await page.getByRole("button", { name: "Approve anyway" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("requestApproved"))).toBeVisible();
  expect((await read(first)).deliveredIds).toContain("FROM ELSEWHERE");

  await expect(manage(second)).toBeFocused();
  await page.keyboard.press("Enter");
  const reject = page.getByRole("form", { name: `Reject ${second}` });
  await reject.getByRole("textbox").focus();
  await page.keyboard.type("Not paid");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("requestRejected"))).toBeVisible();
  expect((await read(second)).reason).toBe("Not paid");

  await expect(manage(third)).toBeFocused();
  await ownerApi.post(`/api/admin/orders/${third}/rejection`, { data: { reason: "Handled elsewhere" } });
  await expect(manage(third)).toHaveCount(0);
  await expect(manage(fourth)).toBeFocused();

  await page.getByRole("checkbox", { name: "Select all 2 ready to approve" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Approve 2 orders" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Approve 2 orders" });
  await expect(dialog).toContainText(textsIn("en", "adminQueue")("approveOrdersAsk", { orders: 2, ids: 2 }));
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("ordersApproved", { n: 2 }))).toBeVisible();
  for (const code of [fourth, fifth]) expect((await read(code)).status).toBe("approved");
  await expect(page.getByRole("heading", { level: 1 }).locator(":focus")).toBeVisible();

  await page.goto("/admin/orders/processed?search=Keyboard");
  const hueOf = async (code: string, word: string) => {
    const status = page.getByRole("row").filter({ hasText: code }).getByText(word, { exact: true });
    const colour = await status.evaluate((element) => getComputedStyle(element).color);
    return Number(/oklch\(\S+ \S+ ([\d.]+)/.exec(colour)?.[1]);
  };
  expect(Math.abs((await hueOf(first, "Approved")) - 150), "green").toBeLessThan(25);
  expect(Math.abs((await hueOf(second, "Rejected")) - 25), "red").toBeLessThan(15);
});

test("[S2.30] a field focused right after Manage opened does not lose the focus", async ({ adminPage: page, putOnSale, guest }) => {
  const { requestCode: code } = await placed(guest, await putOnSale());
  await page.goto(queue);
  await awake(page);
  await page.evaluate(() => {
    const watching = new MutationObserver(() => {
      const field = document.querySelector<HTMLElement>("textarea[name=reason]");
      if (!field) return;
      watching.disconnect();
      field.focus();
    });
    watching.observe(document.body, { childList: true, subtree: true });
  });
  await page.locator(`#manage-${code}`).click();
  const reason = page.getByRole("form", { name: `Reject ${code}` }).getByRole("textbox");
  await expect(reason).toBeVisible();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
  await expect(reason).toBeFocused();
});

test.describe("without script", () => {
  test("[S2.32] [S4.4] several are approved, a faulty ID is withdrawn, and the processed ones are filtered", async ({
    browser,
    shop,
    putOnSale,
    ownerApi,
  }) => {
    const context = await browser.newContext({
      baseURL: shop.address,
      javaScriptEnabled: false,
      storageState: await ownerApi.storageState(),
    });
    const page = await context.newPage();
    const product = await putOnSale({ name: "Plain account", ids: ["PLAIN-1", "PLAIN-2", "PLAIN-3", "PLAIN-4"] });
    const codes: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const data = { productId: product.id, quantity: 1, paymentMethod: "request" };
      codes.push((await (await ownerApi.post("/api/orders", { data })).json()).requestCode);
    }
    const [first = "", second = "", third = ""] = codes;

    await page.goto(queue);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("combobox", { name: "Product" }).selectOption("Plain account (3)");
    await page.getByRole("button", { name: "Show" }).click();
    await page
      .getByRole("navigation", { name: "Filters" })
      .getByRole("link", { name: /^To collect ?3$/ })
      .click();
    await page.getByRole("checkbox", { name: `Select ${first}` }).check();
    await page.getByRole("checkbox", { name: `Select ${second}` }).check();
    await page.getByRole("button", { name: "Approve selected orders" }).click();
    await expect(page.getByText(english("ordersApproved", { n: 2 }))).toBeVisible();

    await page.goto(`${queue}?search=Plain&manage=${third}`);
    const approval = page.getByRole("form", { name: `Approve ${third}` });
    const held = await approval.getByRole("textbox", { name: "ID to deliver" }).inputValue();
    await approval.getByRole("textbox", { name: "ID to deliver" }).fill("PLAIN-OTHER");
    await approval.getByRole("checkbox", { name: held }).check();
    await approval.getByRole("button", { name: "Approve" }).click();
    await expect(approval.getByText("“PLAIN-OTHER” (not in stock)")).toBeVisible();
    await approval.getByRole("button", { name: "Approve anyway" }).click();
    await expect(page.getByText(english("requestApproved"))).toBeVisible();
    const { availableStock } = await (await ownerApi.get(`/api/get-stock/${product.id}`)).json();
    expect(availableStock).toBe(1);

    await page.goto("/admin/orders/processed");
    await page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name: "Approved", exact: true }).click();
    await page.getByRole("searchbox").fill("plain");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("Payment").selectOption("Not paid yet");
    await page.getByRole("button", { name: "Show" }).click();
    for (const code of codes) await expect(page.getByRole("link", { name: code })).toBeVisible();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("To").fill("2020-01-01");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText(textsIn("en", "adminProcessed")("noRequestsFound"))).toBeVisible();
    await page.getByRole("link", { name: "Remove filter: Until 1 Jan 2020" }).click();
    await expect(page.getByRole("link", { name: codes[0] })).toBeVisible();
    await context.close();
  });
});
