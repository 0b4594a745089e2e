import { sendAlert } from "#tests/support/payments/send-alert.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

const upi = { vpa: "trackside@okbank", payeeName: "Track Side Traders", isMerchantVpa: false };
const HEADER = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
const ALERTS = "/admin/payment-methods/upi/alerts";

test.describe.configure({ timeout: 120_000 });

test("[S16.1] [S16.2] [S16.7] [S16.8] an owner sets up a phone; what it passes on in any form, ten times and by two channels, shows the buyer the ID within 2 s, and a statement proves it", async ({
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
  await adminPage.locator("summary").filter({ hasText: "Add a phone" }).click();
  await looksRight(adminPage, "bank alerts, before another phone is added");
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
  const pass = (form: "json" | "form" | "plain", text: string) => sendAlert(shop.address, secret, form, { text, sentStamp: Date.now() });
  // Buyers rely on a phone once it was heard.
  expect(await pass("json", "hello")).toBe(200);
  const codes: string[] = [];
  const [day, month, year] = new Date().toLocaleDateString("en-GB", { timeZone: "Asia/Kolkata" }).split("/");
  const credits: string[] = [];
  for (const [n, form] of (["json", "form", "plain"] as const).entries()) {
    await page.goto(`/product/${product.id}`);
    await page.getByRole("radio", { name: /^UPI/ }).check();
    await page.getByRole("button", { name: "Place Order" }).click();
    codes.push(await requestCodeOn(page));
    const amount = await page
      .getByRole("region", { name: "Pay by UPI" })
      .getByText(/^₹73\d\.\d\d$/)
      .textContent();
    expect(amount).toMatch(/^₹73/);
    await expect(page.getByText("Your IDs usually appear here a few seconds after you pay.")).toBeVisible();
    await awake(page);
    const rupees = amount?.slice(1) ?? "";
    credits.push(
      `${day}/${month}/${year},UPI-ASHA-ASHA@OKAXIS-UTIB0000123-63300000000${n}-UPI,0,${day}/${month}/${year},,${rupees},1000.00`,
    );
    const sms = `Credit Alert!\nRs.${rupees} credited to HDFC Bank A/c XX2536 from VPA asha@okaxis (UPI 63300000000${n})`;
    const email = `Dear Customer, Rs.${rupees} is successfully credited to your account **2536 by VPA asha@okaxis ASHA. Your UPI transaction reference number is 63300000000${n}.`;
    const answers = await Promise.all([...Array.from({ length: 10 }, () => pass(form, sms)), pass(form, email)]);
    expect(answers).toEqual(Array(11).fill(200));
    await expect(page.getByRole("heading", { name: "Your ID is here" })).toBeVisible({ timeout: 2_000 });
  }

  await adminPage.goto("/admin/statements");
  await adminPage.getByRole("row").filter({ hasText: "Bank alerts" }).first().getByRole("link", { name: "Open" }).click();
  await expect(adminPage.getByRole("heading", { name: "Bank statement" })).toBeVisible();
  await expect(adminPage.getByText(/Bank alerts of/)).toBeVisible();
  await looksRight(adminPage, "the bank alerts of a day");
  await adminPage.goto("/admin/money?show=unproven");
  for (const code of codes)
    await expect(adminPage.getByRole("article").filter({ hasText: code }).getByText("Not yet on a statement")).toBeVisible();
  await looksRight(adminPage, "payments that are not on a statement");

  await adminPage.goto("/admin/statements");
  const file = { name: "alerts.csv", mimeType: "text/csv", buffer: Buffer.from([HEADER, ...credits, ""].join("\n")) };
  await adminPage.getByLabel("File").setInputFiles(file);
  await adminPage.getByRole("button", { name: "Upload statement" }).click();
  await expect(adminPage.getByText("Confirm it to check your bank alerts against it.")).toBeVisible();
  await awake(adminPage);
  await looksRight(adminPage, "a statement of what alerts brought");
  await adminPage.getByRole("button", { name: "Confirm statement", exact: true }).click();
  await expect(adminPage.getByText("Statement confirmed.")).toBeVisible();
  await adminPage.goto("/admin/money?show=unproven");
  for (const code of codes) await expect(adminPage.getByRole("article").filter({ hasText: code }), "it is proven").toHaveCount(0);

  await adminPage.goto(ALERTS);
  await awake(adminPage);
  await adminPage.getByRole("button", { name: "Revoke Old phone" }).click();
  await adminPage.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(adminPage.getByText("“Old phone” revoked. Its messages are refused now.")).toBeVisible();
  expect(await pass("json", "hello")).toBe(401);
});
