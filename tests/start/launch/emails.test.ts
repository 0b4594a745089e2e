import { expect, onTestFinished, test, vi } from "vitest";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { openMailServer } from "#tests/support/servers/mail-server.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { aDataFolder, isBuilt, main, needsBuild, run } from "../shop-process.ts";

test.skipIf(!isBuilt)(`links in emails begin with APP_URL, whatever host the order came by${needsBuild}`, async () => {
  const mail = await openMailServer();
  onTestFinished(() => mail.close());
  const shop = await startShop({ APP_URL: "https://shop.example", SMTP_URL: mail.url });
  onTestFinished(() => shop.stop().then(() => {}));
  const productId = await (await asOwner(shop)).putOnSale("Verified account", ["unit-1"]);
  const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "request", email: "asha@example.com" });
  const headers = { "content-type": "application/json" };
  const placed = await fetch(`${shop.address}/api/orders`, { method: "POST", headers, body });
  expect(placed.status).toBe(201);
  const { requestCode, accessKey } = (await placed.json()) as { requestCode: string; accessKey: string };

  await vi.waitFor(() => expect(mail.received).toHaveLength(2), { timeout: 10_000 });
  const email = mail.received.find(({ to }) => to.includes("asha@example.com"));
  expect(email?.source).toContain(`https://shop.example/order-status/${requestCode}/key/${accessKey}`);
  expect(email?.source).not.toContain("localhost");
});

test.skipIf(!isBuilt)(`a shop with SMTP_URL and without APP_URL does not start, and says why${needsBuild}`, async () => {
  const running = run([main], { env: { PORT: "0", DATA_DIR: await aDataFolder(), SMTP_URL: "smtp://shop:hidden@mail.example" } });
  expect(await running.ended).toBe(1);
  expect(running.output()).toContain("SMTP_URL needs APP_URL");
  expect(running.output()).not.toContain("hidden");
});
