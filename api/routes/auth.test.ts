import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { english } from "#tests/support/english.ts";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { handleAuth } from "./auth.ts";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterAll(() => shop.close());

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const isText = typeof body === "string";
  const request = new Request(`http://localhost:3000/api/auth${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  return handleAuth(shop.services, auth, request);
}

async function aMember(email: string) {
  const response = await call("POST", "/sign-up/email", { email, password: "correct horse", name: "Asha" });
  const cookie = cookiesOf(response.headers);
  return { response, cookie };
}

test("[S7.4] signing up, looking up and signing out answer as Better Auth defines them", async () => {
  const { response, cookie } = await aMember("asha@example.com");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ token: null, user: { email: "asha@example.com", name: "Asha" } });

  const session = await call("GET", "/get-session", undefined, { cookie });
  expect(session.headers.get("cache-control")).toBe("no-store");
  expect(await session.json()).toMatchObject({
    session: { expiresAt: expect.any(String) },
    user: { email: "asha@example.com", role: "customer" },
  });

  const out = await call("POST", "/sign-out", undefined, { cookie });
  expect(await out.json()).toEqual({ success: true });
  expect(await (await call("GET", "/get-session", undefined, { cookie })).json()).toBeNull();
});

test("[S3.6] a look-up returns all of the user: ids, address, names, picture, phone, role, and the times of sign-up and last login", async () => {
  const { cookie } = await aMember("whole@example.com");
  const { user } = await (await call("GET", "/get-session", undefined, { cookie })).json();
  expect(user).toEqual({
    id: expect.any(String),
    email: "whole@example.com",
    name: "Asha",
    image: null,
    language: null,
    emailVerified: false,
    phoneNumber: null,
    role: "customer",
    rights: [],
    disabled: false,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
    lastLoginAt: expect.stringMatching(/Z$/),
  });
});

test("[S7.4] signing in answers with a user and a cookie that scripts cannot read", async () => {
  await aMember("ravi@example.com");
  const response = await call("POST", "/sign-in/email", { email: "RAVI@example.com", password: "correct horse" });
  expect(await response.json()).toMatchObject({ token: null, redirect: false, user: { email: "ravi@example.com" } });
  expect(response.headers.getSetCookie().join("\n")).toContain("HttpOnly");
});

test("[S4.10] no answer to scripts holds the session's token", async () => {
  const form = { email: "secretive@example.com", password: "correct horse" };
  const { response, cookie } = await aMember(form.email);
  const tokenOf = (cookies: string) => auth.tokenIn(new Headers({ cookie: cookies })) ?? "none";
  const signedIn = await call("POST", "/sign-in/email", form);
  const session = await call("GET", "/get-session", undefined, { cookie });

  expect(tokenOf(cookie)).toMatch(/^\w{32}$/);
  expect(await response.text()).not.toContain(tokenOf(cookie));
  expect(await session.text()).not.toContain(tokenOf(cookie));
  expect(await signedIn.text()).not.toContain(tokenOf(signedIn.headers.getSetCookie().join("; ").split(";")[0] ?? ""));
});

test("[S7.4] the password policy is returned", async () => {
  expect(await (await call("GET", "/password-policy")).json()).toEqual({ minLength: 8, maxLength: 128 });
});

test("[S8.3] refusals come as a sentence and a code, with the field they are about", async () => {
  await aMember("meera@example.com");
  const form = { email: "meera@example.com", password: "correct horse" };
  const answers = await Promise.all([
    call("POST", "/sign-up/email", form),
    call("POST", "/sign-up/email", { ...form, password: "short" }),
    call("POST", "/sign-up/email", { ...form, email: "no address" }),
    call("POST", "/sign-in/email", { ...form, password: "wrong password" }),
    call("POST", "/sign-in/email", { ...form, email: "nobody@example.com" }),
  ]);
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual([
    [409, { error: english("emailInUse"), code: "emailInUse", field: "email" }],
    [422, { error: english("passwordLength"), code: "passwordLength", field: "password" }],
    [422, { error: english("emailInvalid"), code: "emailInvalid", field: "email" }],
    [401, { error: english("wrongPair"), code: "wrongPair" }],
    [401, { error: english("wrongPair"), code: "wrongPair" }],
  ]);
});

test("[S8.3] too many wrong passwords are answered 429 with how long to wait", async () => {
  const form = { email: "tries@example.com", password: "wrong password" };
  for (let n = 0; n < 10; n += 1) await call("POST", "/sign-in/email", form);
  const response = await call("POST", "/sign-in/email", form);
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toMatch(/^(60|5\d)$/);
  expect(await response.json()).toEqual({ error: english("tooManyRequests"), code: "tooManyRequests" });
});

test("[S12.1] an account that is created through the API has the guest orders of its browser; a refused sign-up moves nothing", async () => {
  const key = "k".repeat(32);
  const { requestCode } = await aPendingOrder(shop, { visitor: aGuest({ browser: sha256(key).toString("hex") }) });
  const cookie = `trackside.browser=${key}`;
  const owner = async () => (await shop.services.db.select().from(orders).where(eq(orders.requestCode, requestCode)))[0]?.userId;
  const form = { email: "taker@example.com", password: "correct horse", name: "Asha" };
  expect((await call("POST", "/sign-up/email", { ...form, password: "short" }, { cookie })).status).toBe(422);
  expect(await owner()).toBeNull();
  expect((await call("POST", "/sign-up/email", form, { cookie })).status).toBe(200);
  const [user] = await shop.services.db.select().from(users).where(eq(users.email, form.email));
  expect(await owner()).toBe(user?.id);
});

test.each([
  ["no JSON", "{", 400, "bodyUnreadable"],
  ["nothing at all", "", 400, "bodyUnreadable"],
  ["null", "null", 422, "invalidInput"],
  ["a list", "[]", 422, "invalidInput"],
  ["numbers", '{"email":1,"password":2}', 422, "invalidInput"],
])("[S7.4] a body of %s is refused with a sentence", async (_what, body, status, code) => {
  for (const path of ["/sign-up/email", "/sign-in/email"]) {
    const response = await call("POST", path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, error: expect.any(String) });
  }
});

test("[S7.4] another kind of body is not taken", async () => {
  const response = await call("POST", "/sign-in/email", "email=a&password=b", { "content-type": "application/x-www-form-urlencoded" });
  expect(response.status).toBe(415);
});

test("[S6.3] nobody becomes an admin by asking the browser's calls for it", async () => {
  const signUp = { email: "mallory@example.com", password: "correct horse", role: "admin", emailVerified: true, user: { role: "admin" } };
  const response = await call("POST", "/sign-up/email", signUp);
  const cookie = cookiesOf(response.headers);
  const update = await call("POST", "/update-user", { role: "admin" }, { cookie });
  expect(update.status).toBe(404);

  const [user] = await shop.services.db.select().from(users).where(eq(users.email, "mallory@example.com"));
  expect(user).toMatchObject({ role: "customer", emailVerified: false });
});

test.each([
  "/update-user",
  "/change-email",
  "/delete-user",
  "/sign-in/social",
  "/request-password-reset",
  "/error",
  "/ok",
  "/list-sessions",
  "",
  "/",
])("[S7.4] %j is not offered", async (path) => {
  for (const method of ["GET", "POST"]) {
    const response = await call(method, path, method === "POST" ? {} : undefined);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: english("notFound"), code: "notFound" });
  }
});

test("[S7.4] another method is refused", async () => {
  expect((await call("GET", "/sign-in/email")).status).toBe(405);
  expect((await call("POST", "/get-session", {})).status).toBe(405);
});
