import { textsIn } from "#messages/languages.ts";
import { freePort, startShop } from "#tests/support/processes/running-shop.ts";
import { openMailServer } from "#tests/support/servers/mail-server.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake } from "../steps.ts";

test("[S12.9] an address that waits for a sold-out product is confirmed and unsubscribed by buttons, without script and in Hindi by keyboard", async ({
  browser,
  playwright,
}) => {
  test.setTimeout(120_000);
  const mail = await openMailServer();
  const port = String(await freePort());
  const baseURL = `http://localhost:${port}`;
  const shop = await startShop({ PORT: port, APP_URL: baseURL, SMTP_URL: `${mail.url}?tls=off` });
  const emailTo = (address: string) => mail.received.find(({ to }) => to.includes(address))?.source ?? "";
  const linkTo = (page: string, address: string) => new RegExp(`${baseURL}/waitlist/${page}/[\\w/-]+`).exec(emailTo(address))?.[0] ?? "";
  try {
    const api = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL, connection: "close" } });
    await api.post("/api/auth/sign-in/email", { data: shop.admin });
    const data = { name: "Sold-out ID", price: 499, description: "", image: "", ids: ["THE-LAST"] };
    const added = await api.post("/api/admin/products", { data });
    expect(added.status(), await added.text()).toBe(201);
    const product = await added.json();
    await placed({ request: api, origin: baseURL }, product);
    const { id } = product;
    await api.dispose();

    const plain = await browser.newPage({ baseURL, javaScriptEnabled: false });
    const texts = textsIn("en", "waitlist");
    await plain.goto(`/product/${id}`);
    await plain.getByLabel("Your email").fill("Asha@example.com");
    await plain.getByRole("button", { name: "Notify me" }).click();
    await expect(plain.getByText(texts("asked"))).toBeVisible();
    await expect.poll(() => linkTo("confirmation", "asha@example.com"), { timeout: 20_000 }).not.toBe("");
    await plain.goto(linkTo("confirmation", "asha@example.com"));
    await plain.getByRole("button", { name: texts("confirm") }).click();
    await expect(plain.getByText(texts.parts("confirmed", { product: () => "Sold-out ID" }).join(""))).toBeVisible();
    await plain.goto(linkTo("confirmation", "asha@example.com"));
    await expect(plain.getByText(texts("linkInvalid"))).toBeVisible();

    // The button of a mail program: no cookie, no Origin, no script.
    const mailProgram = await playwright.request.newContext();
    for (const what of ["pressed", "pressed again"]) {
      const pressed = await mailProgram.post(linkTo("unsubscription", "asha@example.com"), { form: { "List-Unsubscribe": "One-Click" } });
      expect(pressed.status(), what).toBe(200);
    }
    await mailProgram.dispose();
    await plain.goto(linkTo("unsubscription", "asha@example.com"));
    await expect(plain.getByText(texts("unsubscribed"))).toBeVisible();

    const page = await browser.newPage({ baseURL, viewport: { width: 360, height: 740 }, locale: "hi-IN" });
    const inHindi = textsIn("hi", "waitlist");
    const address = page.getByLabel(textsIn("hi", "product")("notifyMeEmail"));
    await page.goto(`/product/${id}`);
    await awake(page);
    await looksRight(page, "a sold-out product");
    await address.fill("ravi@example");
    await page.keyboard.press("Enter");
    await expect(page.getByText(textsIn("hi", "refusals")("emailInvalid"))).toBeVisible();
    await expect(address).toBeFocused();
    await looksRight(page, "an address that was refused");
    await address.press("End");
    await page.keyboard.type(".com");
    await page.keyboard.press("Enter");
    await expect(page.getByText(inHindi("asked"))).toBeVisible();
    await looksRight(page, "an address was left");
    await expect.poll(() => emailTo("ravi@example.com"), { timeout: 20_000 }).toMatch(/^List-Unsubscribe: <http/m);
    await page.goto(linkTo("confirmation", "ravi@example.com"));
    await awake(page);
    await looksRight(page, "an address to confirm");
    await page.getByRole("button", { name: inHindi("confirm") }).press("Enter");
    await expect(page.getByText(inHindi.parts("confirmed", { product: () => "Sold-out ID" }).join(""))).toBeVisible();
    await looksRight(page, "an address that was confirmed");
    await page.goto(linkTo("unsubscription", "ravi@example.com"));
    await awake(page);
    await looksRight(page, "unsubscribing");
    await page.getByRole("button", { name: inHindi("unsubscribe") }).press("Enter");
    await expect(page.getByText(inHindi("unsubscribed"))).toBeVisible();
    await page.goto(linkTo("unsubscription", "ravi@example.com"));
    await expect(page.getByText(inHindi("unsubscribed"))).toBeVisible();
  } finally {
    await shop.stop();
    await mail.close();
  }
});
