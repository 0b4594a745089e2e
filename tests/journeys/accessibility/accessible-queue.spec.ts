import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed, placedWithCard, reject } from "../states.ts";
import { awake } from "../steps.ts";

const LONG =
  "A verified account for the morning train with a name that somebody made far too long for any card, table or ticket of the shop";

// Each test visits many states, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

test("[S2.37] axe finds nothing in the queue, with open rows, refusals, dialogs and menus", async ({
  page: buyersPage,
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const buyer = { request: buyersPage.request, origin: shop.address };
  const product = await putOnSale({ name: LONG, price: 1_000_000, ids: [1, 2, 3, 4, 5].map((n) => `QUEUE-${"long-".repeat(12)}${n}`) });
  const [first, second] = [await placed(buyer, product, 2), await placed(buyer, product)];
  const unread = await placedWithCard(buyer, product);
  await ownerApi.post(`/api/admin/orders/${unread.requestCode}/proof-check`, { data: { verified: false, note: LONG } });
  const queue = "/admin/orders";
  const approval = (code: string) => page.getByRole("form", { name: `Approve ${code}` });
  const rowOf = (code: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name: new RegExp(`^(Manage|Close) ${code}`) }) });
  await page.goto(queue);
  await awake(page);
  await page.getByText("More", { exact: true }).click();
  await looksRight(page, "the queue with the menu of more pages");
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: /^Select all \d+ ready to approve/ }).check();
  await page.getByRole("button", { name: /^Approve \d+ orders/ }).click();
  await looksRight(page, "the queue, asking before several are approved");
  await page.keyboard.press("Escape");
  await looksRight(page, "the queue with chosen orders");

  await page.goto(`${queue}?manage=${first.requestCode}`);
  await awake(page);
  await approval(first.requestCode).getByRole("textbox", { name: "IDs to deliver" }).fill("ONE ONLY");
  await approval(first.requestCode).getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("form", { name: `Reject ${first.requestCode}` })
    .getByRole("button", { name: "Reject" })
    .click();
  await expect(page.getByText(english("reasonRequired"))).toBeVisible();
  await looksRight(page, "an open row, refused, with IDs taken out");
  await page.goto(`${queue}?manage=${unread.requestCode}`);
  await awake(page);
  await approval(unread.requestCode).getByRole("button", { name: "Approve" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await looksRight(page, "the queue, asking before an order with a failed payment is approved");
  await page.keyboard.press("Escape");
  await rowOf(unread.requestCode).getByRole("link", { name: "View Proof" }).click();
  await page.getByRole("button", { name: "Show full size" }).click();
  await looksRight(page, "the queue, looking at a proof");
  await page.keyboard.press("Escape");

  await page.goto(`${queue}?manage=${second.requestCode}`);
  await awake(page);
  await page
    .getByRole("form", { name: `Reject ${second.requestCode}` })
    .getByRole("textbox")
    .fill("typed");
  await reject(ownerApi, second.requestCode, "Handled elsewhere");
  await expect(page.getByText(english("orderNotPending", { status: "rejected" }))).toBeVisible();
  await looksRight(page, "a row that was handled elsewhere");
  await page.goto(`${queue}?search=nothing-like-this`);
  await looksRight(page, "the queue where nothing is found");
});

test("[S2.37] the page of an order and the processed orders have nothing that axe finds, in every state", async ({
  page: buyersPage,
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const buyer = { request: buyersPage.request, origin: shop.address };
  const product = await putOnSale({ name: LONG, price: 1_000_000, ids: [1, 2, 3, 4].map((n) => `A11Y-${"dead-".repeat(12)}${n}`) });
  const [approved, rejected] = [await placed(buyer, product, 2), await placed(buyer, product)];
  const unread = await placedWithCard(buyer, product);
  await page.goto(`/admin/orders/${unread.requestCode}`);
  await looksRight(page, "the page of a pending order");
  await approve(ownerApi, approved.requestCode, { downloadLink: `https://example.invalid/${"a-long-way/".repeat(8)}` });
  await reject(ownerApi, rejected.requestCode, `Not paid. ${LONG}`);
  await page.goto(`/admin/orders/${rejected.requestCode}`);
  await looksRight(page, "the page of a rejected order");
  await page.goto(`/admin/orders/${approved.requestCode}`);
  await awake(page);
  await looksRight(page, "the page of an approved order");
  await page.getByRole("button", { name: "Swap ID" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New ID").fill(await dialog.getByLabel("Faulty ID").inputValue());
  await dialog.getByRole("button", { name: "Swap ID" }).click();
  await expect(dialog.getByText(english("idAlreadyInOrder"))).toBeVisible();
  await looksRight(page, "asking before an ID is replaced, refused");
  await page.goto("/admin/orders/REQ-NONE");
  await looksRight(page, "the page of no order");

  await page.goto("/admin/orders/processed");
  await awake(page);
  await page.getByRole("button", { name: `Mark as paid ${approved.requestCode}` }).click();
  await expect(page.getByText(english("orderMarkedPaid"))).toBeVisible();
  await looksRight(page, "the processed orders, with what is said of one");
  await page.goto("/admin/orders/processed?from=2026-02-01&to=2026-01-01");
  await looksRight(page, "the processed orders, by days that are backwards");
});
