import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { decodersOf, isAlive, sendSignal, webProcessesOf } from "#tests/support/processes/processes.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { freshIds } from "#tests/torture/crash.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { aPicture, orderWithPicture } from "#tests/torture/picture.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

async function aShop(environment: Record<string, string> = {}): Promise<RunningShop> {
  const shop = await startShop(environment);
  onTestFinished(() => (isAlive(shop.pid) ? shop.stop().then(() => {}) : undefined));
  return shop;
}

const aProductOf = async (shop: RunningShop) => (await asOwner(shop)).putOnSale("Verified account", freshIds(50));
const allDecoders = (shop: RunningShop) => [shop.pid, ...webProcessesOf(shop.pid)].flatMap(decodersOf);
/** Whether a process has loaded the image library. */
const hasLibrary = (pid: number | undefined) =>
  spawnSync("grep", ["-c", "libvips", `/proc/${pid}/maps`], { encoding: "utf8" }).stdout.trim() !== "0";

test.skipIf(!isBuilt)(
  `two web processes share one decoder, which starts with the first picture, is started again when it is killed, and ends with the shop${needsBuild}`,
  async () => {
    const shop = await aShop({ WEB_CONCURRENCY: "2" });
    const productId = await aProductOf(shop);
    const picture = await aPicture();
    expect(allDecoders(shop)).toEqual([]);

    for (let n = 0; n < 6; n += 1) expect((await orderWithPicture(shop.address, productId, picture)).status).toBe(201);
    const decoders = allDecoders(shop);
    expect([decoders.length, decodersOf(shop.pid).length]).toEqual([1, 1]);
    const [decoder] = decoders;
    if (process.platform === "linux") {
      expect([decoder, shop.pid, ...webProcessesOf(shop.pid)].map(hasLibrary)).toEqual([true, false, false, false]);
      expect(await readFile(`/proc/${decoder}/oom_score_adj`, "utf8")).toBe("900\n");
    }

    sendSignal(decoder, "SIGKILL");
    expect((await orderWithPicture(shop.address, productId, picture)).status).toBe(201);
    const [next] = allDecoders(shop);
    expect(next).not.toBe(decoder);
    expect(await shop.stop()).toBe(0);
    expect(isAlive(next)).toBe(false);
  },
);

test.skipIf(!isBuilt)(
  `a tiny picture of 50 megapixels is refused by one process too, while others are served, and a killed shop leaves no decoder behind${needsBuild}`,
  async () => {
    const shop = await aShop();
    const productId = await aProductOf(shop);
    const bomb = await readFile("tests/support/pictures/one-colour.avif");
    const bombs = Promise.all([bomb, bomb].map((picture) => orderWithPicture(shop.address, productId, picture)));
    expect((await fetch(`${shop.address}/api/products`)).status).toBe(200);
    expect((await bombs).map(({ status }) => status)).toEqual([413, 413]);
    expect((await orderWithPicture(shop.address, productId, await aPicture())).status).toBe(201);

    const [decoder] = decodersOf(shop.pid);
    expect(isAlive(decoder)).toBe(true);
    sendSignal(shop.pid, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(decoder)).toBe(false), { timeout: 5_000 });
  },
);
