import { readdir } from "node:fs/promises";
import type { Challenge } from "altcha-lib";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openVault } from "#platform/encryption/vault.server.ts";
import { CHALLENGE_VALID_MS } from "#shop/constants.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { countOrders } from "#tests/support/shop/books.ts";
import { aGuest, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { solve } from "#tests/support/shop/solve.ts";
import { drawChallenge, limitOfSolution } from "./challenge.server.ts";
import { placeOrder } from "./place-order.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await setLimits(shop, "orders_max = 1, uploads_max = 1, pending_orders_max = 0, held_ids_max = 0");
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

/** The steps of a challenge in these tests. A browser test covers the real number. */
const STEPS = 3;
let made = 0;
const aNetwork = () => {
  made += 1;
  return `198.51.100.${made}`;
};
const aBigProduct = async () => (await aProduct(shop, { ids: Array.from({ length: 12 }, () => `C-${++made}`) })).id;
const draw = (network: string) => drawChallenge(shop.services, network, STEPS);

type Given = { solution?: string | null; proof?: { filename: string; bytes: Uint8Array }; idempotencyKey?: string };
const place = (productId: string, network: string, given: Given = {}, services = shop.services) => {
  const card = given.proof ? { paymentMethod: "amazon" as const, giftCardCode: "ABCD12345678" } : {};
  return placeOrder(services, aGuest(), anOrderForm({ productId, ...card }), { network, ...given });
};
const limited = { ok: false, code: "tooManyRequests", kind: "limited" };

/** A network that has used up its orders and pictures of this minute, and a product to order. */
async function usedUp() {
  const [productId, network] = [await aBigProduct(), aNetwork()];
  expect(await place(productId, network, { proof: await aPicture() })).toMatchObject({ ok: true });
  return { productId, network, placed: () => countOrders(shop, productId) };
}

async function aPicture() {
  const [red = 0, green = 0] = [++made % 256, made >> 8];
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: green, b: 9 } } });
  return { filename: "card.png", bytes: await picture.png().toBuffer() };
}

test("a solved challenge places one order beyond the limit, the next one needs another", async () => {
  const { productId, network, placed } = await usedUp();
  expect(await place(productId, network)).toMatchObject({ ...limited, retryAfter: expect.any(Number) });
  const solution = await solve(await draw(network));
  expect(await place(productId, network, { solution })).toMatchObject({ ok: true });
  expect(await place(productId, network)).toMatchObject(limited);
  expect(await place(productId, network, { solution })).toMatchObject(limited);
  expect(await placed()).toBe(2);
  expect(await place(productId, network, { solution: await solve(await draw(network)) })).toMatchObject({ ok: true });
});

test("one solution sent many times at once, to two processes, places one order", async () => {
  const { productId, network, placed } = await usedUp();
  const solution = await solve(await draw(network));
  const { value } = await countQueries(shop, (other) =>
    Promise.all(Array.from({ length: 8 }, (_, n) => place(productId, network, { solution }, n % 2 ? shop.services : other))),
  );
  expect(value.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await placed()).toBe(2);
});

test("a solution that was used for an order under the same idempotency key places nothing again, a new one gives that order", async () => {
  const { productId, network, placed } = await usedUp();
  const [solution, idempotencyKey] = [await solve(await draw(network)), "the same key, sixteen bytes"];
  const first = await place(productId, network, { solution, idempotencyKey });
  if (!first.ok) throw new Error(first.code);
  expect(await place(productId, network, { solution, idempotencyKey })).toMatchObject(limited);
  const again = await place(productId, network, { solution: await solve(await draw(network)), idempotencyKey });
  expect(again).toMatchObject({ ok: true, value: { requestCode: first.value.requestCode } });
  expect(await placed()).toBe(2);
});

test("what is wrong, expired, changed, for another address or by another shop counts as no solution", async () => {
  const { productId, network, placed } = await usedUp();
  const [challenge, foreign] = [await draw(network), await draw(aNetwork())];
  const other = await drawChallenge({ ...shop.services, vault: openVault("another secret of 32 bytes or more") }, network, STEPS);
  const right = await solve(challenge);
  const key = challenge.parameters.keyPrefix;
  const wrong: Record<string, string> = {
    "no solution": "can",
    "no object": "null",
    "the challenge alone": JSON.stringify({ challenge }),
    "a guess": JSON.stringify({ challenge, solution: { counter: STEPS, derivedKey: key + key } }),
    "no key": JSON.stringify({ challenge, solution: { counter: STEPS, derivedKey: "" } }),
    "for longer": right.replace(/"expiresAt":\d+/, `"expiresAt":${Date.now()}`),
    "an easier one": right.replace('"cost":1000', '"cost":1'),
    "a signature of its own": right.replace(/"signature":"\w+"/, `"signature":"${"0".repeat(64)}"`),
    "for another address": await solve(foreign),
    "by another shop": await solve(other),
    nested: right.replace(/"nonce":"\w+"/, `"nonce":${"[".repeat(2_000)}${"]".repeat(2_000)}`),
  };
  for (const [what, solution] of Object.entries(wrong)) expect(await place(productId, network, { solution }), what).toMatchObject(limited);
  expect(await placed()).toBe(1);
  expect(await place(productId, network, { solution: right }), "none of them used it up").toMatchObject({ ok: true });

  const late = await solve(await draw(network));
  shop.setNow(new Date(Date.now() + CHALLENGE_VALID_MS - 5_000));
  expect(await limitOfSolution(shop.services, network, late)).not.toBeNull();
  shop.setNow(new Date(Date.now() + CHALLENGE_VALID_MS + 5_000));
  expect(await limitOfSolution(shop.services, network, late)).toBeNull();
});

test("within the limit a wrong solution costs nothing, and a solution does not lift the limit of held orders", async () => {
  const [productId, network] = [await aBigProduct(), aNetwork()];
  expect(await place(productId, network, { solution: "can" })).toMatchObject({ ok: true });
  await setLimits(shop, "address_orders_max = 1");
  const solution = await solve(await draw(network));
  expect(await place(productId, network, { solution })).toMatchObject({ ok: false, code: "addressOrdersWaiting" });
  await setLimits(shop, "address_orders_max = 0");
  expect(await place(productId, network, { solution }), "it was used by what was refused, too").toMatchObject(limited);
});

test("an order with a picture goes through with one solution, and a used one decodes and stores no picture", async () => {
  const { productId, network, placed } = await usedUp();
  const [solution, proof] = [await solve(await draw(network)), await aPicture()];
  expect(await place(productId, network, { proof })).toMatchObject(limited);
  expect(await place(productId, network, { proof, solution })).toMatchObject({ ok: true });
  const before = await readdir(shop.filesFolder);
  const { value } = await countQueries(shop, (other) => place(productId, network, { proof, solution }, other));
  expect(value).toMatchObject(limited);
  expect(await readdir(shop.filesFolder)).toEqual(before);
  expect(await placed()).toBe(2);
});

test("an order by a solution takes as many round trips as one within the limit", async () => {
  const { productId, network } = await usedUp();
  const solution = await solve(await draw(network));
  const { value, roundTrips } = await countQueries(shop, (services) => place(productId, network, { solution }, services));
  expect(value.ok).toBe(true);
  const settings = 1;
  expect(roundTrips).toBe(settings + 2);
});

test("a challenge reveals its network to nobody, and no two are the same", async () => {
  const network = aNetwork();
  const [one, two]: Challenge[] = await Promise.all([draw(network), draw(network)]);
  expect(JSON.stringify(one)).not.toContain(network);
  expect(one?.signature).not.toBe(two?.signature);
});
