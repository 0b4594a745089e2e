import { Script } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

/** Text that could end a script, open a comment in it or end a line, and a word to find it by. */
const HOSTILE = "evil</script><script>alert(1)</script><!-- <script> ]]> \u2028\u2029 & '\" \\u003c/script>";

let shop: RunningShop;
let cookies: Record<"guest" | "customer" | "owner", string>;
let paths: Record<keyof typeof cookies, string[]>;

const post = (path: string, body: object, cookie = "", method = "POST") =>
  fetch(shop.address + path, {
    method,
    headers: { "content-type": "application/json", origin: shop.address, cookie },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  if (!isBuilt) return;
  shop = await startShop();
  const owner = await cookieFrom(shop.address, "/api/auth/sign-in/email", shop.admin);
  const account = { email: "evil@example.com", password: "correct horse battery", name: HOSTILE.slice(0, 100) };
  const customer = await cookieFrom(shop.address, "/api/auth/sign-up/email", account);
  cookies = { guest: "", customer, owner };
  const product = {
    name: HOSTILE,
    price: 499,
    description: `<p>${HOSTILE}</p>`,
    image: "https://evil.example/</script>",
    // A line ending would end an ID.
    ids: [HOSTILE.replaceAll(/[\u2028\u2029]/g, ""), "B"],
  };
  const { id } = await (await post("/api/admin/products", product, owner)).json();
  const settings = await (await fetch(`${shop.address}/api/admin/settings`, { headers: { cookie: owner } })).json();
  const words = { name: HOSTILE.slice(0, 60), blurb: HOSTILE, howToPay: HOSTILE, chatUrl: "https://evil.example/?</script><!--" };
  expect((await post("/api/admin/settings", { ...settings, ...words, currentPassword: shop.admin.password }, owner, "PUT")).status).toBe(
    200,
  );
  const ordered = { productId: id, quantity: 1, paymentMethod: "request" };
  const { requestCode } = await (await post("/api/orders", ordered, customer)).json();
  const rejected = await post(`/api/admin/orders/${requestCode}/rejection`, { reason: HOSTILE }, owner);
  expect(rejected.status).toBe(200);
  const said = encodeURIComponent(HOSTILE);
  paths = {
    guest: [
      "/",
      "/products",
      `/products?q=${said}`,
      `/product/${id}`,
      `/product/${id}?order=${said}`,
      `/order-status?code=${said}`,
      "/contact",
      "/api/docs",
      `/nowhere/${said}`,
    ],
    customer: ["/", `/product/${id}`, `/order-status/${requestCode}`, "/account", "/account/details"],
    owner: [
      ...["orders/processed", "orders", "products", "products/new"].map((page) => `/admin/${page}?search=${said}`),
      "/admin/orders/processed",
      "/admin/products",
      `/admin/products/${id}/edit`,
      `/admin/products/${id}/ids?search=${said}`,
      ...["settings", "customers", "messages", "emails", `activity?search=${said}`, "api-keys", `orders/${requestCode}`].map(
        (one) => `/admin/${one}`,
      ),
    ],
  };
}, 60_000);
afterAll(() => shop?.stop());

/** The scripts of a page as a browser finds them: each ends at the first possible end tag. */
function scriptsIn(html: string): { tag: string; text: string }[] {
  return [...html.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script/gi)].map(([, tag = "", text = ""]) => ({ tag, text }));
}

test.runIf(isBuilt).for(["guest", "customer", "owner"] as const)(
  `no word of anybody ends a script or begins one, in any page of %s${needsBuild}`,
  async (who) => {
    let scripts = 0;
    let said = 0;
    for (const path of paths[who]) {
      const answer = await fetch(shop.address + path, { headers: { cookie: cookies[who], "user-agent": "Mozilla/5.0" } });
      const html = await answer.text();
      if (html.includes("evil")) said += 1;
      for (const { tag, text } of scriptsIn(html)) {
        scripts += 1;
        expect(text, `${path} ${tag}`).not.toMatch(/<!--|<\/|<script|[\u2028\u2029]/i);
        if (/ld\+json/.test(tag)) expect(JSON.parse(text).name, path).toContain("evil</script><script>");
        else if (/application\/json/.test(tag)) expect(JSON.parse(text), path).toHaveProperty("namespaces");
        else {
          expect(tag, path).toMatch(/nonce="[^"]+"|^<script>$|src=/);
          expect(() => new Script(text.replace(/\bimport\(/g, "load(")), `${path} ${text.slice(0, 200)}`).not.toThrow();
        }
      }
      expect(html, path).not.toMatch(/<script>alert/);
    }
    expect(scripts).toBeGreaterThan(paths[who].length);
    expect(said).toBe(paths[who].length);
  },
);
