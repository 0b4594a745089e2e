import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { aDataFolder, close, command, isBuilt, main, needsBuild, openShop, type RunOptions, run } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 180_000 });

const WEAK = "a secret that is weak";
const NEW = "Qm7vR2xk-9Lt4WzP8-bN3dY6sH-1cFgJ";

const rotate = (dataDir: string, env?: Record<string, string>, options?: RunOptions) => command(["rotate-secret"], dataDir, env, options);

async function anOrder(address: string): Promise<{ path: string; accessKey: string }> {
  const products = await (await fetch(`${address}/products_database/products.json`)).json();
  const answer = await fetch(`${address}/api/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ productId: Object.keys(products)[0], quantity: 1, paymentMethod: "request" }),
  });
  expect(answer.status).toBe(201);
  const { requestCode, accessKey } = (await answer.json()) as { requestCode: string; accessKey: string };
  return { path: `/api/orders/${requestCode}`, accessKey };
}

describe.skipIf(!isBuilt)(`npm run shop -- rotate-secret${needsBuild}`, () => {
  test("a shop's own secret is changed while it is stopped, and a private link of before opens afterwards", async () => {
    const dataDir = await aDataFolder();
    const shop = await openShop(dataDir);
    const order = await anOrder(shop.address);
    const before = await readFile(join(dataDir, "secret"), "utf8");

    const running = rotate(dataDir);
    expect(await running.ended).toBe(1);
    expect(running.output()).toContain("A shop is running on the data folder");
    expect(await readFile(join(dataDir, "secret"), "utf8")).toBe(before);
    await close(shop);

    const rotated = rotate(dataDir);
    expect(await rotated.ended, rotated.output()).toBe(0);
    const after = await readFile(join(dataDir, "secret"), "utf8");
    expect(after).not.toBe(before);
    expect(rotated.output()).toContain("The secret was changed");
    for (const secret of [before, after]) expect(rotated.output()).not.toContain(secret);

    const again = await openShop(dataDir);
    const seen = await fetch(`${again.address}${order.path}`, { headers: { "x-access-key": order.accessKey } });
    expect(await seen.json()).toMatchObject({ status: "pending", userId: "guest" });
    await close(again);
  });

  test("an operator gives the new secret; a weak one, none and a wrong old one are refused first", async () => {
    const dataDir = await aDataFolder();
    await close(await openShop(dataDir, { env: { SECRET: WEAK } }));
    const refused: [Record<string, string>, string][] = [
      [{ SECRET: WEAK }, "SECRET is set, so type the new secret"],
      [{ SECRET: WEAK, NEW_SECRET: "password-password-password" }, "The new secret needs at least 32 characters"],
      [{ SECRET: NEW, NEW_SECRET: `${NEW}-9Wd` }, "SECRET does not fit this database"],
    ];
    for (const [env, says] of refused) {
      const rotating = rotate(dataDir, env);
      expect(await rotating.ended, rotating.output()).toBe(1);
      expect(rotating.output()).toContain(says);
      expect(rotating.output()).not.toContain("    at ");
    }

    const rotated = rotate(dataDir, { SECRET: WEAK }, { input: `${NEW}\n` });
    expect(await rotated.ended, rotated.output()).toBe(0);
    expect(rotated.output()).toContain("Set SECRET to the new one now");
    expect(rotated.output()).not.toContain(NEW);
    expect(existsSync(join(dataDir, "secret")), "an operator's secret is not written down").toBe(false);
    const online = { PORT: "0", DATA_DIR: dataDir, APP_URL: "https://shop.example" };
    const early = run([main], { env: { ...online, SECRET: WEAK } });
    expect(await early.ended).toBe(1);
    expect(early.output()).toContain("npm run shop -- rotate-secret");
    const shop = run([main], { env: { ...online, SECRET: NEW } });
    await shop.says(/open: https:/);
    await close(shop);
  });
});

test("there is no secret to change where there is no shop", async () => {
  const dataDir = await aDataFolder();
  const refused = rotate(dataDir);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain("There is no shop");
  expect(existsSync(dataDir)).toBe(false);
});
