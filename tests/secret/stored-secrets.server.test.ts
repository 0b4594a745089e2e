import { scryptSync } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForReset } from "#shop/accounts/passwords/ask-for-reset.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { carrying } from "#tests/support/accounts/members.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const PASSWORD = "a password that is looked for";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterAll(() => shop.close());

/**
 * A shop in which everything has happened once, and the values in it that must stay secret, by
 * name.
 */
async function whatIsSecret(): Promise<Record<string, string>> {
  const { services } = shop;
  const form = { email: "secretive@example.com", password: PASSWORD };
  const cookies = [await signUp(services, auth, form, new Headers()), await signIn(auth, form, new Headers())].map((answer) => {
    if (!answer.ok) throw new Error(answer.code);
    return carrying(answer.value.cookies);
  });
  await askForReset(services, form, new Headers());
  const [resetEmail] = await services.db.select().from(emails);

  const product = await aProduct(shop, { ids: ["AN-ID-THAT-IS-SOLD", "AN-ID-THAT-IS-FREE"] });
  const proof = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const order = await aPendingOrder(shop, {
    productId: product.id,
    paymentMethod: "amazon",
    giftCardCode: "AQ12BC34DE56FG",
    email: "buyer@example.com",
    proof: { filename: "proof.png", bytes: proof },
  });
  const message = { name: "Asha", email: "writer@example.com", message: "Hello", key: null, leaveEmpty: null };
  await sendMessage(services, { userId: null, address: "192.0.2.1" }, message);

  const [atSignUp, atSignIn] = cookies.map((headers) => auth.tokenIn(headers));
  return Object.fromEntries(
    Object.entries({
      password: PASSWORD,
      "session of the sign-up": atSignUp,
      "session of the login": atSignIn,
      "reset token": resetEmail && resetTokenOf(services, resetEmail.id),
      "access key": order.accessKey,
      "browser key": order.newBrowserKey,
      "gift card code": "AQ12BC34DE56FG",
      "sold ID": "AN-ID-THAT-IS-SOLD",
      "free ID": "AN-ID-THAT-IS-FREE",
      "guest's address": "buyer@example.com",
      "writer's address": "writer@example.com",
    }).map(([name, secret]) => {
      if (!secret) throw new Error(`there is no ${name}`);
      return [name, secret];
    }),
  );
}

test("no table of the database holds what opens an account or an order, nor an ID, a gift card code or a guest's address", async () => {
  const secrets = await whatIsSecret();
  const dumped = await wholeDatabase(shop);
  expect(dumped.size).toBeGreaterThan(15);
  expect(tablesWith(dumped, "secretive@example.com")).toEqual(["public.users"]);

  const open = Object.entries(secrets).map(([name, secret]) => [name, tablesWith(dumped, secret)]);
  expect(open).toEqual(Object.keys(secrets).map((name) => [name, []]));
});

test("passwords are hashed by scrypt, with 16 MB of memory for each", async () => {
  const [salt = "", key] = (await auth.hash(PASSWORD)).split(":");
  expect(scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 }).toString("hex")).toBe(key);
  expect((await auth.hash(PASSWORD)).split(":")[0]).not.toBe(salt);
});
