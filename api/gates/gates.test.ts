import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { codeOf, stepAt } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { type Auth, openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { secondFactors, users } from "#shop/accounts/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import { openApi, refusalIn, TEST_ORIGIN } from "#tests/support/api/api.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";

const owner = { email: "owner@example.com", password: "correct horse" };
const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

let shop: TestShop;
let auth: Auth;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openAuth(shop.services, { appUrl: TEST_ORIGIN, secret: TEST_SECRET });
  call = openApi(shop.services);
  await makeAdmin(shop.services, auth, owner);
});
afterAll(() => shop.close());

async function signedIn(): Promise<{ answer: unknown; headers: { cookie: string } }> {
  const answer = await call("/api/auth/sign-in/email", { json: owner });
  return { answer: await answer.json(), headers: cookieOf(answer) };
}

function cookieOf(answer: Response): { cookie: string } {
  const [cookie = ""] = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  return { cookie };
}

/** Every admin call, from the API's own document. */
async function adminCalls(): Promise<[method: string, path: string][]> {
  const { paths } = await (await call("/api/openapi.json")).json();
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => path.startsWith("/api/admin/"))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path.replace(/\{\w+\}/g, "x")]),
    );
}

async function statusesWith(headers: { cookie: string }): Promise<number[]> {
  const calls = await adminCalls();
  expect(calls.length).toBeGreaterThan(10);
  const answers = await Promise.all(
    calls.map(([method, path]) => call(path, { method, headers, ...(method === "GET" ? {} : { json: {} }) })),
  );
  for (const answer of answers) await answer.body?.cancel();
  return [...new Set(answers.map(({ status }) => status))];
}

test("[S6.3] no call for admins is answered to a session that has not shown its second factor, and all are to one that has", async () => {
  const whole = await signedIn();
  expect(whole.answer).toMatchObject({ user: { email: owner.email } });
  expect(await statusesWith(whole.headers)).not.toContain(401);

  const [user] = await shop.services.db.select().from(users).where(eq(users.email, owner.email));
  const at = shop.services.now();
  const userId = user?.id ?? "";
  const factor = { userId, key: shop.services.vault.encrypt(placeOf("second_factors.key", userId), KEY), createdAt: at, confirmedAt: at };
  await shop.services.db.insert(secondFactors).values(factor);
  expect(await statusesWith(whole.headers)).toEqual([401]);

  const mfaPending = await signedIn();
  expect(mfaPending.answer).toEqual({ token: null, redirect: false, twoFactorRedirect: true, secondFactorMissing: false });
  expect(await statusesWith(mfaPending.headers)).toEqual([401]);
  expect(await (await call("/api/auth/get-session", { headers: mfaPending.headers })).json()).toBeNull();

  const wrong = await call("/api/auth/two-factor/verify-totp", { json: { code: "no code" }, headers: mfaPending.headers });
  expect(await refusalIn(wrong)).toMatchObject({ status: 422, code: "codeMisshapen" });
  const code = codeOf(KEY, stepAt(shop.services.now()));
  const passed = await call("/api/auth/two-factor/verify-totp", { json: { code }, headers: mfaPending.headers });
  expect([passed.status, await passed.json()]).toEqual([200, { token: null, status: true }]);
  expect(await statusesWith(cookieOf(passed))).not.toContain(401);
  expect(await statusesWith(mfaPending.headers)).toEqual([401]);
});

test("[S6.3] once a second factor is required, no call for admins is answered to who has none", async () => {
  await shop.services.db.delete(secondFactors);
  const { headers } = await signedIn();
  expect(await statusesWith(headers)).not.toContain(401);
  await shop.services.db.update(shopSettings).set({ requiresSecondFactor: true });
  expect(await statusesWith(headers)).toEqual([401]);
  expect((await signedIn()).answer).toMatchObject({ secondFactorMissing: true });
});
