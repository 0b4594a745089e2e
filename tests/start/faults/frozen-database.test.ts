import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { PAGES_CACHED_FOR_MS } from "#server/http/constants.ts";
import { english } from "#tests/support/english.ts";
import { databasePid } from "#tests/support/processes/processes.ts";
import { freshIds } from "#tests/torture/crash.ts";
import { withShop } from "#tests/torture/faults/fault-shops.ts";
import { freezing, withChildren } from "#tests/torture/faults/frozen.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { post } from "#tests/torture/storm.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

vi.setConfig({ testTimeout: 180_000 });

const ANSWERED_WITHIN_MS = 10_000;
const FROZEN_MS = 30_000;
const clear = [
  english("shopUnavailable"),
  english("failedToLoadOrderDetails"),
  english("failedToCreateRequest"),
  english("failedToFetchStock"),
];

test.skipIf(!isBuilt)(
  `the database is frozen for 30 s: every request gets a 503 within 10 s, and then 20 at once succeed without a restart${needsBuild}`,
  async () => {
    await withShop({}, async (shop, { DATA_DIR = "" }) => {
      const productId = await (await asOwner(shop)).putOnSale("Frozen account", freshIds(100));
      const order = { productId, quantity: 1, paymentMethod: "request" };
      const placed = await post(`${shop.address}/api/orders`, order);
      const { requestCode, accessKey } = placed.body as { requestCode: string; accessKey: string };
      const look = (path: string) => fetch(`${shop.address}${path}`, { headers: { "x-access-key": accessKey } });
      const requests: (() => Promise<{ status: number; says: string }>)[] = [
        () => look(`/api/orders/${requestCode}`).then(answerOf),
        () => look(`/order-status/${requestCode}`).then(answerOf),
        () => look("/readyz").then(answerOf),
        () => look(`/product/${productId}`).then(answerOf),
        () => look(`/api/get-stock/${productId}`).then(answerOf),
        () => post(`${shop.address}/api/orders`, order).then(({ status, body }) => ({ status, says: JSON.stringify(body) })),
      ];
      const timed = async (request: (typeof requests)[0]) => {
        const askedAt = performance.now();
        return { ...(await request()), ms: performance.now() - askedAt };
      };

      const frozen = freezing(async () => withChildren(await databasePid(DATA_DIR)));
      await frozen.begin();
      const frozenAt = performance.now();
      try {
        // More requests than there are connections; later each request meets a pool that has lost
        // them all.
        await wait(PAGES_CACHED_FOR_MS);
        const crowd = await Promise.all(Array.from({ length: 40 }, (_, n) => timed(requests[n % requests.length] as (typeof requests)[0])));
        const answers = [...crowd, ...(await Promise.all(requests.map(timed)))];
        expect(answers.filter(({ status, says }) => status !== 503 || !clear.some((sentence) => says.includes(sentence)))).toEqual([]);
        expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWERED_WITHIN_MS);
        await wait(FROZEN_MS - (performance.now() - frozenAt));
      } finally {
        await frozen.end();
      }
      const afterwards = await Promise.all(Array.from({ length: 20 }, () => look(`/api/orders/${requestCode}`)));
      expect(afterwards.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect((await post(`${shop.address}/api/orders`, order)).status).toBe(201);
    });
  },
);

async function answerOf(response: Response): Promise<{ status: number; says: string }> {
  return { status: response.status, says: await response.text() };
}
