import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

const upi = { vpa: "trackside@okbank", payeeName: "Track Side Traders", isMerchantVpa: false };
const ALERTS = "/admin/payment-methods/upi/alerts";

test.describe.configure({ timeout: 120_000 });

test("[S16.1] [S16.2] [S16.7] an owner sets up a phone; what it passes on in any form, ten times and by two channels, shows the buyer the ID within 2 s", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const { password } = shop.admin;
  expect((await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...upi, isOn: true, currentPassword: password } })).status()).toBe(
    200,
  );
  await adminPage.goto("/admin/payment-methods/upi");
  await adminPage.getByRole("link", { name: "Set up bank alerts" }).click();
  await expect(adminPage).toHaveURL(ALERTS);
  await awake(adminPage);
  await looksRight(adminPage, "bank alerts without a phone");
  await adminPage.getByLabel("Name").fill("Old phone");
  await adminPage.getByLabel("Senders").fill("HDFCBK");
  await adminPage.getByLabel("Last digits of the account").fill("2536");
  await adminPage.getByLabel("Your password").fill(password);
  await adminPage.getByRole("button", { name: "Add a phone" }).click();
  const made = adminPage.getByRole("region", { name: "Set up “Old phone”" });
  await expect(made).toBeVisible();
  const secret = (await made.textContent())?.match(/alerts_[\w-]{43}/)?.[0] ?? "";
  await looksRight(adminPage, "a phone that was just added");
  await adminPage.getByLabel("Your bank's message").fill("Rs.498.70 credited to HDFC Bank A/c XX2536 (UPI 633012345678)");
  await adminPage.getByRole("button", { name: "Read it" }).click();
  await expect(adminPage.getByText("₹498.70")).toBeVisible();
  await adminPage.getByLabel("Deliver orders by bank alerts").check();
  await adminPage.getByLabel("Rupees a day").fill("20,000");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByText("Settings saved.")).toBeVisible();

  const product = await putOnSale({ price: 733, ids: ["AL-1", "AL-2", "AL-3"] });
  const run = promisify(execFile);
  const address = `${shop.address}/api/payments/bank-alerts`;
  // Buyers rely on a phone once it was heard.
  await run("node", ["tests/support/payments/forwarder-process.ts", address, secret, "json", "1", "hello", String(Date.now())]);
  for (const [n, kind] of ["json", "form", "plain"].entries()) {
    await page.goto(`/product/${product.id}`);
    await page.getByRole("radio", { name: /^UPI/ }).check();
    await page.getByRole("button", { name: "Place Order" }).click();
    const amount = await page
      .getByRole("region", { name: "Pay by UPI" })
      .getByText(/^₹73\d\.\d\d$/)
      .textContent();
    expect(amount).toMatch(/^₹73/);
    await expect(page.getByText("Your IDs usually appear here a few seconds after you pay.")).toBeVisible();
    await awake(page);
    const rupees = amount?.slice(1) ?? "";
    const sms = `Credit Alert!\nRs.${rupees} credited to HDFC Bank A/c XX2536 from VPA asha@okaxis (UPI 63300000000${n})`;
    const email = `Dear Customer, Rs.${rupees} is successfully credited to your account **2536 by VPA asha@okaxis ASHA. Your UPI transaction reference number is 63300000000${n}.`;
    const forward = (text: string, times: number) =>
      run("node", ["tests/support/payments/forwarder-process.ts", address, secret, kind, String(times), text, String(Date.now())]);
    const began = Date.now();
    const forwarded = await Promise.all([forward(sms, 10), forward(email, 1)]);
    expect(forwarded.map(({ stdout }) => stdout.trim())).toEqual([Array(10).fill("200").join(" "), "200"]);
    await expect(page.getByRole("heading", { name: "Your ID is here" })).toBeVisible();
    expect(Date.now() - began, "the start of two processes included").toBeLessThan(5_000);
  }

  await adminPage.goto("/admin/statements");
  await adminPage.getByRole("link", { name: "Open" }).first().click();
  await expect(adminPage.getByRole("heading", { name: "Bank statement" })).toBeVisible();
  await expect(adminPage.getByText(/Bank alerts of/)).toBeVisible();
  await looksRight(adminPage, "the bank alerts of a day");
  await adminPage.goto("/admin/money?show=unproven");
  await expect(adminPage.getByText("Not yet on a statement")).toHaveCount(3);
  await looksRight(adminPage, "payments that are not on a statement");

  await adminPage.goto(ALERTS);
  await awake(adminPage);
  await adminPage.getByRole("button", { name: "Revoke Old phone" }).click();
  await adminPage.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(adminPage.getByText("“Old phone” revoked. Its messages are refused now.")).toBeVisible();
  const { stdout } = await run("node", ["tests/support/payments/forwarder-process.ts", address, secret, "json", "1", "hello", "1"]);
  expect(stdout.trim()).toBe("401");
  await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...upi, isOn: false } });
});
