import { freePort, type RunningShop } from "#tests/support/processes/running-shop.ts";
import { type MailServer, openMailServer } from "#tests/support/servers/mail-server.ts";
import { startAmongNeighbours } from "../neighbours.ts";
import { test as base, expect } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

/** A shop that can send emails. */
const test = base.extend<object, { mail: MailServer; shop: RunningShop }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const mail = await openMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ mail }, use) => {
      const port = await freePort();
      const shop = await startAmongNeighbours({ PORT: String(port), APP_URL: `http://localhost:${port}`, SMTP_URL: mail.url });
      await use(shop);
      expect(await shop.stop(), "the shop stops cleanly").toBe(0);
    },
    { scope: "worker", timeout: 40_000 },
  ],
});

test("a guest who gives an address gets the private link by mail, and the owner sees what was written", async ({
  page,
  strangerPage,
  adminPage,
  putOnSale,
  ownerApi,
  mail,
  baseURL,
}) => {
  // The owner gets at most one email a minute about new orders.
  test.setTimeout(150_000);
  const product = await putOnSale();
  const emailTo = (address: string, subject: string) =>
    mail.received.find(({ to, source }) => to.includes(address) && source.includes(subject));

  await page.goto(`/product/${product.id}`);
  await awake(page);
  const address = page.getByLabel("Email (optional)");
  await address.fill("asha@nowhere");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(address).toHaveAccessibleDescription(/Enter a valid email address\./);
  await expect(address).toBeFocused();
  await expect(address).toHaveValue("asha@nowhere");
  await address.fill("asha@example.com");
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);

  await expect.poll(() => emailTo("asha@example.com", `We have your order ${code}`)).toBeTruthy();
  const [link = ""] = /http:\/\/\S+\/key\/[\w-]+/.exec(emailTo("asha@example.com", "We have")?.source ?? "") ?? [];
  expect(link).toContain(`${baseURL}/order-status/${code}/key/`);
  await strangerPage.goto(link);
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toBeVisible();
  const toOwner = () => mail.received.find(({ to, source }) => to.includes("owner@shop.example") && source.includes(code));
  await expect.poll(toOwner, { timeout: 90_000 }).toBeTruthy();

  await adminPage.goto("/admin/emails");
  await awake(adminPage);
  const show = adminPage.getByRole("button", { name: `Show the email “We have your order ${code}”` });
  await expect(adminPage.getByRole("row", { name: new RegExp(`We have your order ${code}.*Sent`) })).toBeVisible();
  await show.click();
  await expect(adminPage.getByRole("dialog").getByText(link)).toBeVisible();
  await adminPage.keyboard.press("Escape");
  await expect(adminPage.getByRole("dialog")).toBeHidden();
  await expect(show).toBeFocused();

  const approval = await ownerApi.post(`/api/admin/orders/${code}/approval`, { data: { ids: product.ids.slice(0, 1) } });
  expect(approval.ok(), await approval.text()).toBe(true);
  await expect.poll(() => emailTo("asha@example.com", `Your order ${code} is approved`)?.source).toContain("Your ID is on its page");
  expect(emailTo("asha@example.com", `Your order ${code} is approved`)?.source).not.toContain(product.ids[0]);
});
