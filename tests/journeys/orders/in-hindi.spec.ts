import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import { expect, type ProductOnSale, test } from "../shop-server.ts";
import { aScreenshot } from "../states.ts";
import { awake } from "../steps.ts";

// Everybody's browser asks for Hindi.
test.use({ locale: "hi-IN" });

const [form, order, parts, queue] = [
  textsIn("hi", "orderForm"),
  textsIn("hi", "order"),
  textsIn("hi", "parts"),
  textsIn("hi", "adminQueue"),
];
const saidInHindi = (code: Parameters<typeof sentenceIn>[1]["code"]) => sentenceIn("hi", { code });

/** Opens a product's page in Hindi and chooses how to pay. */
async function begin(page: Page, product: ProductOnSale, method: string): Promise<void> {
  await page.goto(`/product/${product.id}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
  await awake(page);
  await page.getByRole("radio", { name: method }).check();
}

/** The request code of the order on its page. */
async function codeOn(page: Page): Promise<string> {
  await expect(page.getByRole("list", { name: parts("progress") })).toBeVisible();
  const [code] = /REQ-[0-9A-Z]+/.exec(page.url()) ?? [];
  if (!code) throw new Error(`no request code in ${page.url()}`);
  return code;
}

/** Opens an order's row in the queue of a Hindi admin. */
async function openRow(admin: Page, code: string): Promise<void> {
  await admin.goto(`/admin/orders?manage=${code}&lang=hi`);
  await awake(admin);
  await expect(admin.getByRole("heading", { level: 1, name: queue("pendingRequests") })).toBeVisible();
}

test("[S11.1] [S1.4] [S4.7] in Hindi a guest orders and pays after approval: the admin approves, and the guest's open page says so and shows the ID", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale({ ids: ["HINDI-1"] });
  await begin(page, product, parts("requestFirst"));
  await page.getByRole("button", { name: form("placeOrder") }).click();
  const code = await codeOn(page);
  await expect(page.getByText(order("receivedTitle"))).toBeVisible();
  await expect(page.getByText(parts("pending")).first()).toBeVisible();

  await openRow(adminPage, code);
  const approval = adminPage.getByRole("form", { name: queue("approveOrder", { code }) });
  await expect(approval.getByLabel(queue("idsToDeliver", { n: 1 }))).toHaveValue("HINDI-1");
  await approval.getByRole("button", { name: queue("approve") }).click();
  await expect(adminPage.getByText(saidInHindi("requestApproved"))).toBeVisible();

  await expect(page.getByText(order("idsHereTitle", { count: 1 }))).toBeVisible();
  await expect(page.getByText("HINDI-1")).toBeVisible();
  await expect(page.getByText(parts("approved")).first()).toBeVisible();
});

test("[S11.1] [S1.5] [S4.9] [S5.3] [S5.6] in Hindi a guest pays with a gift card: what is missing is said, the proof is checked, and the order rejected with a reason that the guest reads", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale();
  await begin(page, product, parts("amazonGiftCard"));
  await page.getByRole("button", { name: form("placeOrder") }).click();
  await expect(page.getByText(form("giftCardAndProofRequired")).first()).toBeVisible();
  await page.getByLabel(form("giftCardCode", { digits: 14 })).fill("AQ99-345678-WXYZ");
  const picture = { name: "card.png", mimeType: "image/png", buffer: await aScreenshot("#3da8e8") };
  await page.getByLabel(form("paymentProof")).setInputFiles(picture);
  await page.getByRole("button", { name: form("placeOrder") }).click();
  const code = await codeOn(page);
  await expect(page.getByText(order("giftCardEnds", { last4: "WXYZ" }))).toBeVisible();

  await adminPage.goto(`/admin/orders?search=${code}&lang=hi`);
  await awake(adminPage);
  await adminPage.getByRole("link", { name: queue("viewProof") }).click();
  const proof = adminPage.getByRole("dialog", { name: queue("paymentVerification") });
  await expect(proof).toContainText("AQ99345678WXYZ");
  await proof.getByRole("button", { name: queue("verifyPayment") }).click();
  await expect(adminPage.getByText(saidInHindi("paymentVerified"))).toBeVisible();
  await expect(page.getByText(order("verifiedTitle"))).toBeVisible();

  await openRow(adminPage, code);
  const rejection = adminPage.getByRole("form", { name: queue("rejectOrder", { code }) });
  await rejection.getByRole("button", { name: queue("reject") }).click();
  await expect(rejection.getByText(queue("reasonRequired"))).toBeVisible();
  await rejection.getByRole("textbox", { name: queue("rejectionReason") }).fill("स्टॉक खत्म हो गया।");
  await rejection.getByRole("button", { name: queue("reject") }).click();
  await expect(adminPage.getByText(saidInHindi("requestRejected"))).toBeVisible();

  await expect(page.getByText(order("rejectedTitle"))).toBeVisible();
  await expect(page.getByText("स्टॉक खत्म हो गया।")).toBeVisible();
  await expect(page.getByText(parts("rejected")).first()).toBeVisible();
});
