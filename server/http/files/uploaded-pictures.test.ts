import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallerSides } from "#shop/catalogue/product-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { IMAGE_MAX_BYTES } from "#shop/pictures/constants.ts";
import { storeImage } from "#shop/pictures/store-image.server.ts";
import { type Members, openMembers } from "#tests/support/accounts/members.ts";
import type { TestShop } from "#tests/support/shop/shop.ts";
import { BODY_MAX_BYTES } from "../constants.ts";
import { createHost } from "../host.ts";
import type { HostEnv } from "../host-env.ts";

const ours = "http://localhost:3000";
let members: Members;
let shop: TestShop;
let host: ReturnType<typeof createHost>;
let bytes: Buffer;
beforeAll(async () => {
  members = await openMembers();
  ({ shop } = members);
  const { services } = shop;
  host = createHost(
    { services, config: { appUrl: null, trustProxy: 0 }, auth: members.auth },
    {
      api: new Hono(),
      assets: new Hono<HostEnv>(),
      pages: async (request) => new Response(String((await request.arrayBuffer()).byteLength), { status: 404 }),
    },
  );
  bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
});
afterAll(() => members.close());

const get = (path: string, headers: Record<string, string> = {}) => host.request(ours + path, { headers });

test("[S5.8] everybody sees an uploaded picture, and every browser may cache it, signed in or not", async () => {
  const stored = await storeImage(shop.services, { bytes });
  if (!stored.ok) throw new Error(stored.code);
  for (const cookie of ["", "trackside.browser=x"]) {
    const answer = await get(stored.value, { cookie });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: "webp", width: 9 });
  }
  const head = await host.request(ours + stored.value, { method: "HEAD" });
  expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
});

test("[S5.8] a small copy of a picture is made on demand, once for many requests at a time", async () => {
  const large = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  const stored = await storeImage(shop.services, { bytes: large });
  if (!stored.ok) throw new Error(stored.code);
  const widthOf = async (path: string) => (await sharp(await (await get(path)).arrayBuffer()).metadata()).width;

  const [side] = smallerSides;
  const asked = [`?side=${side}`, `?side=${side}`, "", "?side=1", "?side=9999"];
  expect(await Promise.all(asked.map((query) => widthOf(stored.value + query)))).toEqual([side, side, 900, 900, 900]);
  expect((await get(`/product-images/${"0".repeat(48)}.webp?side=${side}`)).status).toBe(404);
});

test("[S6.5] no proof and no other file is reached by the address of a picture", async () => {
  const proof = await storeProof(shop.services, { filename: "p.png", bytes });
  if (!proof.ok) throw new Error(proof.code);
  const { key } = proof.value;
  await shop.services.files.put(`${key}.webp`, bytes);
  await shop.services.files.put(`other/${key}.webp`, bytes);
  for (const path of [
    `/product-images/${key}`,
    `/product-images/${key}.webp`,
    `/product-images/../${key}`,
    `/product-images/..%2f${key}.webp`,
    `/product-images/%2e%2e%2f${key}`,
    `/product-images/..%5c${key}`,
    `/product-images/%2e%2e/other/${key}.webp`,
    `/product-images/..%2fother%2f${key}.webp`,
    `/product-images/%252e%252e%252f${key}`,
    "/product-images/..%2f..%2f..%2fetc%2fpasswd",
    "/product-images/",
    "/product-images/a.webp",
    `/${key}.webp`,
  ]) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("content-type")?.startsWith("image/") ?? false], path).toEqual([404, false]);
  }
});

test("[S5.8] a product's form may carry the largest picture beside its longest text", async () => {
  const { headers } = await members.anAdminSignedIn();
  const cookie = headers.get("cookie") ?? "";
  const send = (path: string, size: number) =>
    host.request(ours + path, {
      method: "POST",
      headers: { origin: ours, cookie, "content-type": "multipart/form-data; boundary=x" },
      body: new Blob([new Uint8Array(size)]).stream(),
      duplex: "half",
    } as RequestInit);
  const most = IMAGE_MAX_BYTES + BODY_MAX_BYTES;
  expect(await (await send("/admin/products.data", most)).text()).toBe(String(most));
  expect((await send("/admin/products/some.data", most + 1)).status).toBe(413);
  expect((await send("/product/some/order", most)).status).toBe(413);
});
