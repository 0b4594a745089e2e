import type { Page } from "@playwright/test";
import sharp from "sharp";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

/** A picture that compresses as badly as a photo. */
function aPhoto(width: number, height: number): Promise<Buffer> {
  const noise = Buffer.from(Uint8Array.from({ length: 500 * 500 * 3 }, (_, n) => 100 + ((n * 7919 + (n >> 7)) % 60)));
  return sharp(noise, { raw: { width: 500, height: 500, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function payByGiftCard(page: Page, productId: string): Promise<void> {
  await page.goto(`/product/${productId}`);
  await awake(page);
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("AQ12345678WXYZ");
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel("Payment proof").setInputFiles({ name, mimeType, buffer });
const placeOrder = (page: Page) => page.getByRole("button", { name: "Place Order" }).click();
for (const mimeType of ["", "application/octet-stream"])
  test(`[S1.5] [S5.3] a JPEG from a phone, named 1000008715 and of type "${mimeType}", is taken by its bytes`, async ({
    page,
    putOnSale,
  }) => {
    const product = await putOnSale();
    await payByGiftCard(page, product.id);
    await choose(page, "1000008715", mimeType, await aPhoto(300, 200));
    await placeOrder(page);
    await requestCodeOn(page);
  });

test("[S1.5] a large photo is made smaller before it is sent, also when the buyer is quicker, and is sent once", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ ids: ["LARGE-1", "LARGE-2"] });
  const photo = await aPhoto(4000, 3000);
  expect(photo.length).toBeGreaterThan(1_500_000);
  await payByGiftCard(page, product.id);
  const field = page.getByLabel("Payment proof");
  await choose(page, "1000008716.jpg", "image/jpeg", photo);
  const sizeOf = (input: HTMLInputElement) => input.files?.[0]?.size ?? 0;
  await expect.poll(() => field.evaluate(sizeOf)).toBeLessThan(photo.length * 0.75);
  await page.getByRole("button", { name: "Remove picture" }).click();
  expect(await field.evaluate(sizeOf)).toBe(0);

  await choose(page, "1000008716.jpg", "image/jpeg", photo);
  await page.getByRole("button", { name: "Place Order" }).dblclick();
  const code = await requestCodeOn(page);
  const stored = await sharp(await (await ownerApi.get(`/api/admin/orders/${code}/proof`)).body()).metadata();
  expect([stored.width, stored.height]).toEqual([2000, 1500]);
  const { availableStock } = await (await ownerApi.get(`/api/get-stock/${product.id}`)).json();
  expect(availableStock).toBe(1);
});

test("[S1.5] a long screenshot is not narrowed, so that it stays readable", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale();
  const long = await aPhoto(1080, 9000);
  await payByGiftCard(page, product.id);
  await choose(page, "Screenshot_long.jpg", "image/jpeg", long);
  await placeOrder(page);
  const code = await requestCodeOn(page);
  const stored = await sharp(await (await ownerApi.get(`/api/admin/orders/${code}/proof`)).body()).metadata();
  expect([stored.width, stored.height]).toEqual([1080, 9000]);
});

test("[S1.5] a JPEG that only lacks its end marker is taken; one that is cut off is not made whole by the browser", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale({ ids: ["ENDLESS-1", "ENDLESS-2"] });
  const photo = await aPhoto(2400, 1800);
  await payByGiftCard(page, product.id);
  await choose(page, "cut.jpg", "image/jpeg", photo.subarray(0, Math.floor(photo.length * 0.6)));
  await placeOrder(page);
  await expect(page.getByText(english("proofIncomplete"))).toBeVisible();
  await choose(page, "endless.jpg", "image/jpeg", photo.subarray(0, -2));
  await placeOrder(page);
  await requestCodeOn(page);
});

test("[S1.5] the fault of a picture is named, at once if the browser sees it, and stops no other order", async ({ page, putOnSale }) => {
  const product = await putOnSale();
  await payByGiftCard(page, product.id);
  await choose(page, "card.png", "image/png", Buffer.from("no picture"));
  await expect(page.getByText(english("proofNotAnImage"))).toBeVisible();
  await placeOrder(page);
  await expect(page.getByLabel("Payment proof")).toBeFocused();

  const tall = await sharp({ create: { width: 1, height: 20_001, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await choose(page, "tall.png", "image/png", tall);
  await placeOrder(page);
  await expect(page.getByText(english("pictureSideTooLong"))).toBeVisible();

  await choose(page, "card.png", "image/png", Buffer.from("no picture"));
  await expect(page.getByText(english("proofNotAnImage"))).toBeVisible();
  await page.getByText("Request First").click();
  await placeOrder(page);
  await requestCodeOn(page);
});
