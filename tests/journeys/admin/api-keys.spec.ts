import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { logIn } from "../signing-in.ts";
import { approve, placed } from "../states.ts";
import { awake } from "../steps.ts";

// Each test visits many states, and the machine may be busy.
test.describe.configure({ timeout: 120_000 });

test("an owner makes a key for a program, which decides an order with it, is named in the activity, and can do nothing once it is revoked", async ({
  adminPage: page,
  playwright,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale();
  const { requestCode } = await placed({ request: ownerApi, origin: shop.address }, product);
  await page.goto("/admin/api-keys");
  await awake(page);
  await page.getByLabel("Name").fill("Night robot");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Make key" }).click();
  await expect(page.getByText(english("scopesRequired"))).toBeVisible();
  await page.getByLabel("Read orders").check();
  await page.getByLabel("Decide orders").check();
  await page.getByRole("button", { name: "Make key" }).click();
  await expect(page.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await looksRight(page, "making an API key, refused");
  await expect(page.getByLabel("Name")).toHaveValue("Night robot");
  await expect(page.getByLabel("Decide orders")).toBeChecked();
  await page.getByLabel("Your password").fill(shop.admin.password);
  await page.getByRole("button", { name: "Make key" }).click();
  const made = page.getByRole("region", { name: "Your new API key" });
  await expect(made).toBeVisible();
  await looksRight(page, "an API key that was just made");
  const key = (await made.textContent())?.match(/ts_[\w-]{43}/)?.[0] ?? "";

  const program = await playwright.request.newContext({ baseURL: shop.address, extraHTTPHeaders: { authorization: `Bearer ${key}` } });
  await approve(program, requestCode);
  expect((await program.get("/api/products")).status()).toBe(403);
  await page.goto("/admin/activity");
  const action = page.getByRole("listitem").filter({ hasText: `API key “Night robot” of ${shop.admin.email} approved ${requestCode}` });
  await expect(action).toBeVisible();

  await page.goto("/admin/api-keys");
  await expect(page.locator("body")).not.toContainText(key);
  const row = page.getByRole("row", { name: "Night robot" });
  await expect(row).toContainText("just now");
  await page.getByRole("button", { name: "Revoke Night robot" }).click();
  await looksRight(page, "asking before an API key is revoked");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText(english("apiKeyRevoked", { name: "Night robot" }))).toBeVisible();
  await expect(row).toContainText("Revoked");
  expect((await program.get("/api/admin/orders")).status()).toBe(401);
  await program.dispose();
});

test("the page about the API shows every call of the document, has nothing that axe finds, and no script, for an admin neither", async ({
  page,
  adminPage,
}) => {
  const { paths } = await (await page.request.get("/api/openapi.json")).json();
  const calls = Object.values<Record<string, { operationId: string }>>(paths).flatMap((item) => Object.values(item));
  for (const reader of [page, adminPage]) {
    const logged: string[] = [];
    reader.on("console", (message) => logged.push(message.text()));
    await reader.goto("/api/docs");
    expect(await reader.locator("script").count()).toBe(0);
    expect(logged).toEqual([]);
    const ids = await reader.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    for (const { operationId } of calls)
      expect(
        ids.filter((id) => id === operationId),
        operationId,
      ).toHaveLength(1);
  }
  await looksRight(page, "/api/docs");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an owner makes a key and revokes it", async ({ page, shop }) => {
    await page.goto("/admin/login?to=/admin/api-keys");
    await logIn(page, shop.admin);
    await page.getByLabel("Name").fill("Plain robot");
    await page.getByLabel("Manage the stock").check();
    await page.getByLabel("Your password").fill("not the password");
    await page.getByRole("button", { name: "Make key" }).click();
    await expect(page.getByText(english("wrongCurrentPassword"))).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Plain robot");
    await expect(page.getByLabel("Manage the stock")).toBeChecked();
    await page.getByLabel("Your password").fill(shop.admin.password);
    await page.getByRole("button", { name: "Make key" }).click();
    await expect(page.getByRole("region", { name: "Your new API key" })).toContainText(/ts_[\w-]{43}/);
    await page.getByRole("button", { name: "Revoke Plain robot" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(page.getByText(english("apiKeyRevoked", { name: "Plain robot" }))).toBeVisible();
  });
});
