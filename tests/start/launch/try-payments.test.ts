import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { aDataFolder, isBuilt, needsBuild, run } from "../shop-process.ts";

const soon = { timeout: 10_000, interval: 50 };
const tryOuts = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("trackside-try-out-"));

test.skipIf(!isBuilt)(
  `try-payments opens a shop where an order is paid and delivered, never reaches the real one, and leaves nothing${needsBuild}`,
  async () => {
    const [before, dataDir] = [await tryOuts(), await aDataFolder()];
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: "postgres://real:real@127.0.0.1:9/real",
      SECRET: "the secret of the real shop, 32 bytes",
    };
    const running = run([resolve("server/shop.ts"), "try-payments"], { env });
    const [, address = ""] = await running.says(/Order a product at (http:\S+)\/products and choose Razorpay/);
    await running.says(/Press Ctrl\+C to stop it/);

    const json = async (path: string, init: RequestInit = {}) => (await fetch(address + path, init)).json();
    const { products } = await json("/api/products");
    const body = JSON.stringify({ productId: products[0].id, quantity: 1, paymentMethod: "razorpay" });
    const headers = { "content-type": "application/json" };
    const { requestCode, accessKey } = await json("/api/orders", { method: "POST", headers, body });
    const order = () => json(`/api/orders/${requestCode}`, { headers: { "x-access-key": accessKey } });
    const payUrl = await vi.waitUntil(async () => (await order()).payment.payUrl, soon);
    expect(await (await fetch(payUrl)).text()).toContain("no money moves");
    await fetch(payUrl, { method: "POST", body: "choice=pay", redirect: "manual" });
    const delivered = await vi.waitUntil(async () => {
      const now = await order();
      return now.status === "approved" && now;
    }, soon);
    expect(delivered.deliveredIds).toHaveLength(1);
    expect(await (await fetch(`${address}/products`)).text()).toContain("Try-out shop");

    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
    expect(await tryOuts()).toEqual(before);
    expect(await readdir(dataDir).catch(() => []), "the real shop's folder").toEqual([]);
  },
);

test.skipIf(!isBuilt)(`try-payments that is stopped before its shop is open leaves nothing either${needsBuild}`, async () => {
  const before = await tryOuts();
  const running = run([resolve("server/shop.ts"), "try-payments"]);
  await running.says(/Opening a shop/);
  running.child.kill("SIGTERM");
  expect(await running.ended, running.output()).toBe(0);
  expect(await tryOuts()).toEqual(before);
});
