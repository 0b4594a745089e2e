import { textsIn } from "#messages/languages.ts";
import { PRODUCTS_PAGE_SIZE } from "#shop/stock/constants.ts";
import { english } from "#tests/support/english.ts";
import { expectMenu } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake, goBack, order, requestCodeOn } from "../steps.ts";

test("[S2.1] [S2.6] the first HTML of every page has the right navigation and the footer, before any script runs", async ({
  request,
  ownerApi,
}) => {
  const navigation = async (api: typeof request, path = "/products") => {
    const html = await (await api.get(path)).text();
    expect(html, path).toContain("</footer>");
    return /<nav[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  };
  const toGuest = await navigation(request);
  const toOwner = await navigation(ownerApi);

  expect(toGuest).toContain('href="/login"');
  expect(toGuest).toContain('href="/signup"');
  expect(toGuest).not.toContain("Logout");
  expect(toOwner).toContain('href="/account"');
  expect(toOwner).toContain("Logout");
  expect(toOwner).not.toContain('href="/login"');

  const forAll = ["/", "/how-it-works", "/contact", "/order-status", "/order-status/REQ-NEVER", "/product/none", "/no/such/page"];
  for (const path of [...forAll, "/login", "/signup", "/forgot-password", "/admin/login"]) {
    const html = await navigation(request, path);
    for (const place of ["/", "/products", "/login", "/signup"]) expect(html, path).toContain(`href="${place}"`);
  }
  for (const path of [...forAll, "/account", "/account/details"]) {
    const html = await navigation(ownerApi, path);
    for (const place of ["/", "/products", "/account"]) expect(html, path).toContain(`href="${place}"`);
    expect(html, path).toContain("Logout");
  }
});

test("[S2.4] on a small screen the menu opens from a button and closes when an internal link is followed", async ({ page }) => {
  const hold = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await hold.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/login", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Menu" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" });
  await expect(link).toBeHidden();
  await expectMenu(page, "closed");
  await button.click();
  await expectMenu(page, "open");
  hold.resolve();
  await awake(page);
  await expectMenu(page, "open");
  await link.click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(link).toBeHidden();
});

test("[S2.11] /products says `Loading...` while it loads, and what failed when it does", async ({ page, putOnSale }) => {
  const { name } = await putOnSale();
  await page.goto("/login");
  await awake(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/products.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Products" }).first().click();
  await expect(page.getByText(textsIn("en", "site")("loading")).first()).toBeVisible();
  answer();
  await expect(page.getByText(name)).toBeVisible();

  await page.unroute("**/products.data*");
  await page.route("**/products.data*", (route) => route.fulfill({ status: 500, body: "broken" }));
  await page.goto("/login");
  await awake(page);
  await page.getByRole("link", { name: "Products" }).first().click();
  await expect(page.getByText(`Error: ${english("networkNotOk")}`)).toBeVisible();
});

test("[S2.10] more than a page of products is turned over by plain links, and a search goes along", async ({
  page,
  request,
  putOnSale,
}) => {
  for (let n = 1; n <= PRODUCTS_PAGE_SIZE + 1; n += 1) await putOnSale({ name: `Leaf ${n}`, ids: [`LEAF-${n}`] });
  await putOnSale({ name: "Odd one" });
  await page.goto("/products?q=leaf");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(PRODUCTS_PAGE_SIZE);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\/products\?q=leaf&page=2$/);
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole("heading", { name: `Leaf ${PRODUCTS_PAGE_SIZE + 1}` })).toBeVisible();
  await page.goto("/products?q=no-such-leaf");
  await expect(page.getByText(textsIn("en", "products")("nothingFoundFor", { words: "no-such-leaf" }))).toBeVisible();

  const first = await (await request.get("/products")).text();
  expect(first).toMatch(/<link rel="canonical" href="http[^"]+\/products"/);
  expect(first).toMatch(/<link rel="next" href="http[^"]+\/products\?page=2"/);
  expect(first).not.toContain('"noindex');
  expect(await (await request.get("/products?q=leaf")).text()).toContain('content="noindex, follow"');
});

test("[S2.13] an unknown product is `Product not found` and a 404", async ({ page }) => {
  expect((await page.goto("/product/no-such-product"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: english("productNotFound") })).toBeVisible();
});

test("[S2.36] [S5.1] [S5.2] stock that cannot be read is only logged, counts as 0, and is read again when the page is visible again; the quantity follows it", async ({
  page,
  putOnSale,
}) => {
  const { id } = await putOnSale();
  const logged: string[] = [];
  page.on("console", (line) => line.type() === "error" && logged.push(line.text()));
  await page.route(`**/api/get-stock/${id}`, (route) => route.fulfill({ status: 503, json: { error: "The till is closed" } }));
  await page.goto(`/product/${id}`);
  await awake(page);
  const button = page.getByRole("button", { name: "Place Order" });
  await expect(button).toBeDisabled();
  await expect(page.getByText("Out of stock")).toBeVisible();
  await expect(page.getByText("The till is closed")).toHaveCount(0);
  await expect.poll(() => logged).toContain("The till is closed");

  await page.unroute(`**/api/get-stock/${id}`);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(button).toBeEnabled();
  await expect(page.getByText("3 left")).toBeVisible();
  for (const [typed, corrected] of [
    ["99", "3"],
    ["0", "1"],
    ["2", "2"],
  ] as const) {
    await page.getByLabel("Quantity").fill(typed);
    await expect(page.getByLabel("Quantity")).toHaveValue(corrected);
  }
});

test("[S2.14] who comes back to the form after ordering reads what happened, and orders another only on purpose", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await goBack(page);
  await expect(page.getByText(textsIn("en", "product")("orderedHere", { code }))).toBeVisible();
  await expect(page.getByRole("button", { name: "Place Order" })).toHaveCount(0);
  const stock = async () => (await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock;
  expect(await stock()).toBe(2);
  await page.reload();
  await page.getByRole("link", { name: "See order" }).click();
  expect(await requestCodeOn(page)).toBe(code);

  await goBack(page);
  await page.getByRole("button", { name: "Order another" }).click();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).not.toHaveURL(new RegExp(code));
  expect(await requestCodeOn(page)).not.toBe(code);
  expect(await stock()).toBe(1);
});

test("the price changes and then the product is deleted while a buyer types: each is said, and nothing that was typed is lost", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ price: 100 });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByLabel("Quantity").fill("2");
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByLabel("Gift card code (14 digits)").fill("ABCD-123456-EFGH");
  const proof = { name: "card.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };
  await page.getByLabel("Payment proof").setInputFiles(proof);
  const change = { name: product.name, price: 120, description: "", image: "" };
  expect((await ownerApi.put(`/api/admin/products/${product.id}`, { data: change })).status()).toBe(200);
  const button = page.getByRole("button", { name: "Place Order" });
  await button.click();
  await expect(page.getByText(english("priceChanged", { price: "₹120.00" }))).toBeVisible();
  await expect(page.getByText("₹240.00")).toBeVisible();

  expect((await ownerApi.delete(`/api/admin/products/${product.id}`)).ok()).toBe(true);
  await button.click();
  await expect(page.getByText(english("productNotFound"))).toBeVisible();
  await expect(page.getByLabel("Quantity")).toHaveValue("2");
  await expect(page.getByLabel("Gift card code (14 digits)")).toHaveValue("ABCD-123456-EFGH");
  await expect(page.getByText("card.png")).toBeVisible();
});

test("search engines read what is for everybody, and are asked to leave the rest", async ({ request, putOnSale }) => {
  const { id, name } = await putOnSale({ name: "</script><script>alert(1)</script>" });
  const robots = await (await request.get("/robots.txt")).text();
  for (const path of ["/order-status/", "/account", "/admin", "/setup", "/api", "/reset-password"])
    expect(robots).toContain(`Disallow: ${path}\n`);
  const [, siteMap = ""] = /^Sitemap: (.*)$/m.exec(robots) ?? [];
  const map = await request.get(siteMap);
  expect(map.headers()["content-type"]).toContain("application/xml");
  expect(await map.text()).toContain(`/product/${id}</loc><lastmod>`);
  for (const path of ["/order-status/REQ-1", "/admin/login", "/account", "/api/products", "/setup/x"])
    expect((await request.get(path, { maxRedirects: 0 })).headers()["x-robots-tag"], path).toBe("noindex");
  for (const path of ["/", "/products", "/how-it-works", `/product/${id}`, "/login", "/order-status"]) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html, path).toMatch(new RegExp(`<link rel="canonical" href="http://[^"]+${path}"`));
    for (const tag of ["og:title", "og:description", "og:image", "og:url"]) expect(html, path).toContain(`property="${tag}"`);
  }

  const html = await (await request.get(`/product/${id}`)).text();
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({ "@type": "Product", name, offers: { price: "499.00", priceCurrency: "INR" } });
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  const hindi = await request.get("/manifest.webmanifest", { headers: { "accept-language": "hi" } });
  expect([manifest.lang, (await hindi.json()).lang]).toEqual(["en-IN", "hi-IN"]);
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});

test("[S2.12] a card whose stock cannot be read says so in red under itself, and the other cards still work", async ({
  page,
  putOnSale,
}) => {
  const [bad, good] = [await putOnSale(), await putOnSale()];
  await page.route(`**/api/get-stock/${bad.id}`, (route) => route.fulfill({ status: 503, json: { error: "The till is closed" } }));
  await page.goto("/products");
  await awake(page);
  const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  const refreshed = page.waitForResponse(`**/api/get-stock/${good.id}`);
  await card(good.name).scrollIntoViewIfNeeded();
  await refreshed;
  await card(bad.name).scrollIntoViewIfNeeded();
  const fault = card(bad.name).getByText("The till is closed");
  await expect(fault).toBeVisible();
  const [, hue] = /oklch\(\S+ \S+ ([\d.]+)/.exec(await fault.evaluate((element) => getComputedStyle(element).color)) ?? [];
  expect(Number(hue), "the hue of red").toBeGreaterThan(10);
  expect(Number(hue), "the hue of red").toBeLessThan(40);
  await expect(page.getByText("The till is closed")).toHaveCount(1);
  await expect(card(good.name).getByText("3 left")).toBeVisible();
  await expect(card(bad.name).getByRole("link", { name: "Buy Now" })).toBeVisible();
});

test("[S1.4] [S2.29] an order to be paid later is labelled Request First for the buyer and in the queue", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const code = await order(page, await putOnSale());
  await expect(page.getByText("Request First").first()).toBeVisible();
  await adminPage.goto(`/admin/orders?search=${code}`);
  const row = adminPage.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("Request First");
  await expect(row.getByText("Proof")).toHaveCount(0);
});

test("[S3.8] what /admin/add-ids adds is what shoppers can buy", async ({ page, adminPage, putOnSale, ownerApi }) => {
  const product = await putOnSale({ ids: ["SAME-STOCK-1"] });
  await adminPage.goto(`/admin/add-ids?search=${product.name}`);
  await awake(adminPage);
  await adminPage.getByRole("combobox").selectOption({ value: product.id });
  await adminPage.getByRole("textbox").last().fill("SAME-STOCK-2\nSAME-STOCK-3");
  await adminPage.getByRole("button", { name: "Add IDs" }).click();
  await expect(adminPage.getByText("Added 2 IDs to product.")).toBeVisible();
  expect(await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).toEqual({ availableStock: 3 });
  await order(page, product, 3);
});

/** The smallest PNG. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
