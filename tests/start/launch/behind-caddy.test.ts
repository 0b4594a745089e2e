import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { type Call, commandOf, startCaddy } from "#tests/support/servers/caddy.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

vi.setConfig({ testTimeout: 120_000 });

const caddy = commandOf("caddy");
const unable = needsBuild || (caddy ? "" : " (skipped: caddy is not installed, apt-get install caddy brings it)");
const APP_URL = "https://shop.example";

test.skipIf(!isBuilt || !caddy)(
  `a shop behind Caddy with the shipped file takes orders, sends events at once, and knows the client's address${unable}`,
  async () => {
    const shop = await startShop({ APP_URL, TRUST_PROXY: "1" });
    onTestFinished(() => void shop.stop());
    const port = Number(new URL(shop.address).port);
    const proxy = await startCaddy(caddy ?? "", port);
    onTestFinished(proxy.stop);
    const send = (path: string, what: object, call: Call = {}) => {
      const headers = { "content-type": "application/json", origin: APP_URL, ...call.headers };
      return proxy.call(path, { method: "POST", body: JSON.stringify(what), ...call, headers });
    };

    // Pages are compressed and have each of the shop's headers once.
    const page = await proxy.call("/", { headers: { "accept-encoding": "br" } });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "strict-transport-security": "max-age=31536000",
      "x-frame-options": "DENY",
      "content-encoding": "br",
    });
    // A page for everybody is kept, so that it has hashes instead of a nonce.
    expect(page.headers["content-security-policy"]).toMatch(/script-src 'self'.* 'sha256-/);
    expect(page.headers.server).toBeUndefined();
    const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}/product`, { headers: { host: "shop.example" }, redirect: "manual" });
    expect(plain.status).toBe(308);

    // The owner logs in over https.
    const signedIn = await send("/api/auth/sign-in/email", shop.admin);
    const cookies = [signedIn.headers["set-cookie"] ?? []].flat();
    expect(cookies.some((cookie) => /^__Secure-|; Secure/i.test(cookie))).toBe(true);
    const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
    const product = { name: "Verified account", price: 99, description: "", image: "", ids: ["unit-1", "unit-2", "unit-3"] };
    const { id: productId } = JSON.parse((await send("/api/admin/products", product, { headers: { cookie } })).body);

    // An order's event arrives immediately on an open stream.
    const placed = await send("/api/orders", { productId, quantity: 1, paymentMethod: "request" });
    const { requestCode, accessKey, statusUrl } = JSON.parse(placed.body);
    expect(placed.status).toBe(201);
    expect(statusUrl).toContain(APP_URL);
    let isOpen = () => {};
    const opened = new Promise<void>((done) => {
      isOpen = done;
    });
    const stream = proxy.call(`/api/orders/${requestCode}/events`, {
      headers: { "x-access-key": accessKey },
      isEnough: (soFar) => {
        isOpen();
        return soFar.includes("changed");
      },
    });
    await opened;
    expect((await send(`/api/orders/${requestCode}/cancellation`, {}, { headers: { "x-access-key": accessKey } })).status).toBe(200);
    expect(await stream).toMatchObject({ status: 200, headers: { "content-type": expect.stringContaining("text/event-stream") } });

    // A picture close to the size limit.
    const side = 1_860;
    const raw = { width: side, height: side, channels: 3 } as const;
    const proof = await sharp(randomBytes(side * side * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(proof.length / PROOF_MAX_BYTES).toBeGreaterThan(0.95);
    const order = { productId, quantity: "1", paymentMethod: "amazon", giftCardCode: "ABCD12345678" };
    expect((await proxy.call("/api/orders", { method: "POST", ...multipart(order, proof) })).status).toBe(201);

    // A visitor's address is the one that Caddy sees; a header sent by the visitor is not trusted.
    const settings = JSON.parse((await proxy.call("/api/admin/settings", { headers: { cookie } })).body);
    const limited = JSON.stringify({ ...settings, lookUpsMax: 3 });
    const headers = { cookie, origin: APP_URL, "content-type": "application/json" };
    expect((await proxy.call("/api/admin/settings", { method: "PUT", headers, body: limited })).status).toBe(200);
    const lookUp = (from: string, claimed: string) =>
      proxy.call(`/api/orders/${requestCode}`, { from, headers: { "x-forwarded-for": claimed, "x-access-key": accessKey } });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await lookUp("127.0.0.2", `198.51.100.${n}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await lookUp("127.0.0.3", "127.0.0.2")).status).toBe(200);

    // While the shop is down, Caddy shows a message.
    expect(await shop.stop()).toBe(0);
    const away = await proxy.call("/product");
    expect(away).toMatchObject({ status: 503, headers: { "retry-after": "60", "content-type": "text/html; charset=utf-8" } });
    expect(away.body).toContain("<h1>Back in a moment</h1>");
  },
);

function multipart(fields: Record<string, string>, proof: Buffer): { headers: Record<string, string>; body: Buffer } {
  const edge = "edge-of-the-parts";
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\ncontent-disposition: form-data; name="paymentProof"; filename="proof.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(parts.join("") + head), proof, Buffer.from(`\r\n--${edge}--\r\n`)]);
  return { headers: { "content-type": `multipart/form-data; boundary=${edge}`, origin: APP_URL }, body };
}
