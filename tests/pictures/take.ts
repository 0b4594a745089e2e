// `npm run pictures`: takes the README's screenshots of the built shop, with made-up products and
// orders.
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { undoOfDecisions } from "#web/admin/frame/browser-settings.ts";
import { findChromium } from "../support/processes/chromium.mjs";
import { phoneFonts } from "../support/processes/phone-fonts.mjs";
import { type RunningShop, startShop } from "../support/processes/running-shop.ts";

const FOLDER = resolve("docs/pictures");
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

const catalogue = [
  { name: "Regular account ID", price: 99, ids: 40, hue: 255, text: "One traveller, email access, made this month." },
  { name: "Verified account ID", price: 249.5, ids: 12, hue: 160, text: "Identity checked, ready for morning bookings." },
  { name: "Family account ID", price: 1234.5, ids: 4, hue: 60, text: "Six travellers on one account." },
];

async function takePictures(): Promise<void> {
  const shop = await startShop();
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, env: { ...process.env, ...phoneFonts } });
  try {
    const owner = await ownerOf(browser, shop);
    const products: string[] = [];
    for (const product of catalogue) products.push(await putOnSale(owner, shop, product));
    await mkdir(FOLDER, { recursive: true });

    const buyer = await browser.newPage({ baseURL: shop.address, viewport: PHONE, deviceScaleFactor: 2 });
    const code = await order(buyer, products[1], 2);
    for (const [index, quantity] of [1, 3, 1].entries()) {
      const other = await browser.newPage({ baseURL: shop.address });
      await order(other, products[index], quantity);
      await other.close();
    }

    await owner.goto("/admin/orders", { waitUntil: "networkidle" });
    await owner.getByRole("link", { name: `Manage ${code}` }).click();
    const approval = owner.getByRole("form", { name: `Approve ${code}` });
    await approval.waitFor();
    await owner.evaluate(() => scrollTo(0, 0));
    await take(owner, "queue");
    await approval.getByRole("button", { name: "Approve" }).click();
    await buyer.getByRole("heading", { name: "Your 2 IDs" }).waitFor();
    await take(buyer, "order");

    const shopper = await browser.newPage({ baseURL: shop.address, viewport: DESKTOP });
    await shopper.goto("/products", { waitUntil: "networkidle" });
    await take(shopper, "products");
  } finally {
    await browser.close();
    await shop.stop();
  }
}

async function ownerOf(browser: Browser, shop: RunningShop): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.address, viewport: DESKTOP });
  // Decisions are sent at once, without the seconds of *Undo*.
  await context.addInitScript((setting) => localStorage.setItem(setting, "off"), undoOfDecisions.key);
  const page = await context.newPage();
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(shop.admin.email);
  await page.getByLabel("Password").fill(shop.admin.password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await page.waitForURL(/\/admin$/);
  return page;
}

async function putOnSale(owner: Page, shop: RunningShop, { name, price, ids, hue, text }: (typeof catalogue)[number]): Promise<string> {
  const made = await owner.request.post("/api/admin/products", {
    headers: { origin: shop.address },
    data: {
      name,
      price,
      description: `<p>${text}</p>`,
      image: "",
      ids: Array.from({ length: ids }, (_, n) => `${name.split(" ")[0]?.toLowerCase()}_${String(hue * 1000 + n * 37)}`),
    },
  });
  const { id } = await made.json();
  await owner.goto(`/admin/products/${id}/edit`);
  await owner.getByLabel("Or upload a picture").setInputFiles({ name: "picture.png", mimeType: "image/png", buffer: await drawing(hue) });
  await owner.getByRole("button", { name: "Save changes" }).click();
  await owner.getByText("Product updated successfully!").first().waitFor();
  return id;
}

/** A drawing of a ticket in one colour. */
function drawing(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><defs><linearGradient id="a" x2="1" y2="1">
    <stop stop-color="hsl(${hue} 45% 30%)"/><stop offset="1" stop-color="hsl(${hue} 50% 16%)"/></linearGradient></defs>
    <rect width="960" height="600" fill="url(#a)"/><g fill="none" stroke="hsl(${hue} 70% 80%)" stroke-width="10" stroke-linejoin="round">
    <path d="M220 190h520v70a40 40 0 0 0 0 80v70H220v-70a40 40 0 0 0 0-80z"/><path d="M580 200v200" stroke-dasharray="18 18"/>
    <path d="M300 270h200M300 330h130"/></g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function order(page: Page, productId: string | undefined, quantity: number): Promise<string> {
  await page.goto(`/product/${productId}`);
  await page.getByLabel("Quantity").fill(String(quantity));
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.waitForURL(/order=REQ/);
  return /REQ-[0-9A-Z]+/.exec(page.url())?.[0] ?? "";
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: "disabled" });
  await writeFile(join(FOLDER, `${name}.webp`), await sharp(png).webp({ quality: 82 }).toBuffer());
  console.log(`docs/pictures/${name}.webp`);
}

await takePictures();
