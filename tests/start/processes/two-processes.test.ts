import { chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Embedded, openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

const SECRET = "one secret that both processes share";
let folder: string;
let postgres: Embedded;
let shops: RunningShop[] = [];

beforeAll(async () => {
  if (!isBuilt) return;
  folder = await mkdtemp(join(tmpdir(), "trackside-two-"));
  await chmod(folder, 0o711);
  postgres = await openEmbedded(folder);
  const environment = { DATABASE_URL: postgres.url, SECRET };
  shops = [await startShop(environment), await startShop(environment)];
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await postgres?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function signedIn({ address, admin }: RunningShop): Promise<Record<string, string>> {
  const headers = { origin: address, "content-type": "application/json" };
  const answer = await fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers, body: JSON.stringify(admin) });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { ...headers, cookie };
}

/** Reads events until `count` of them have arrived. */
async function events(address: string, path: string, count: number): Promise<string> {
  const answer = await fetch(address + path, { headers: { accept: "text/event-stream" }, signal: AbortSignal.timeout(15_000) });
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.split("data: changed").length > count) break;
  }
  return text;
}

test.skipIf(!isBuilt)(`[S4.7] a page that follows an order on one server process hears of what another one did${needsBuild}`, async () => {
  const [one, other] = shops;
  if (!one || !other) throw new Error("two were started");
  const headers = await signedIn(one);
  const product = { name: "Verified account", price: 99, description: "", image: "", ids: ["unit-1", "unit-2"] };
  const added = await fetch(`${one.address}/api/admin/products`, { method: "POST", headers, body: JSON.stringify(product) });
  const { id: productId } = (await added.json()) as { id: string };
  const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "request" });
  const placed = await fetch(`${one.address}/api/orders`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { requestCode, accessKey } = (await placed.json()) as { requestCode: string; accessKey: string };

  const received = events(other.address, `/api/orders/${requestCode}/events`, 2);
  const key = { "x-access-key": accessKey };
  await new Promise((resolve) => setTimeout(resolve, 500));
  const cancelled = await fetch(`${one.address}/api/orders/${requestCode}/cancellation`, { method: "POST", headers: key });

  expect(cancelled.status).toBe(200);
  expect((await received).match(/data: changed/g)).toHaveLength(2);
  const seen = await fetch(`${other.address}/api/orders/${requestCode}`, { headers: key });
  expect(await seen.json()).toMatchObject({ status: "cancelled" });
});

test.skipIf(!isBuilt)(
  `processes of an earlier version are not ready as soon as another one has migrated their database${needsBuild}`,
  async () => {
    const [one, other] = shops;
    if (!one || !other) throw new Error("two were started");
    const folder = await mkdtemp(join(tmpdir(), "trackside-later-"));
    await cp("platform/database/migrations", folder, { recursive: true });
    await writeFile(join(folder, "9999-later.sql"), "alter table orders rename column quantity to how_many");
    const db = openDatabase(postgres.url, { max: 1 });
    try {
      expect(await migrate(db, folder)).toEqual(["9999-later.sql"]);
      for (const { address } of [one, other])
        for (const path of ["/readyz", "/products", "/my-orders", "/api/products"])
          await vi.waitFor(async () => {
            const { status, headers } = await fetch(address + path);
            expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
          });
      expect((await fetch(`${one.address}/healthz`)).status).toBe(200);
      for (const { said } of [one, other]) expect(said().match(/9999-later/g), "one line in the log").toHaveLength(1);
    } finally {
      await closeDatabase(db);
      await rm(folder, { recursive: true, force: true });
    }
  },
);
