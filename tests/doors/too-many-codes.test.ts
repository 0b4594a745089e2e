import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { ONE_TIME_KEY_LENGTH } from "#shop/accounts/constants.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import { drawBase32 } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { english } from "#tests/support/english.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";
import { type BusyShop, ORIGIN, openBusyShop } from "./busy-shop.ts";

const PASSWORD = "correct horse";
const TEN_MINUTES_S = 600;

let shop: BusyShop;
beforeAll(async () => {
  shop = await openBusyShop();
});
afterAll(() => shop.close());

/** Locks all second factors for ten minutes. */
async function lockAll(): Promise<void> {
  const { db } = shop.shop.services;
  await db.$client.query("update second_factors set locked_until = now() + interval '10 minutes'");
}

/** Completes the second factor of the waiting admin, and gives the account a password. */
async function letIn(): Promise<void> {
  const { services } = shop.shop;
  const { rows } = await services.db.$client.query<{ userId: string }>('select user_id as "userId" from second_factors');
  const userId = String(rows[0]?.userId);
  const passwordHash = await openAuth(services, { appUrl: ORIGIN, secret: TEST_SECRET }).hash(PASSWORD);
  await inTransaction(services.db, (tx) => setPassword(tx, { userId, passwordHash, at: services.now() }));
  await services.db.$client.query("update sessions set second_factor_at = now() where user_id = $1", [userId]);
}

const post = (path: string, form: Record<string, string>) =>
  shop.visit("mfaPending", path, { method: "POST", origin: ORIGIN, body: new URLSearchParams(form) });

function expectRetryAfter(answer: Response, door: string): void {
  const wait = Number(answer.headers.get("retry-after"));
  expect([door, answer.status, wait > TEN_MINUTES_S - 60 && wait <= TEN_MINUTES_S]).toEqual([door, 429, true]);
}

test("[S8.3] after too many wrong codes every door says how long no code is accepted", async () => {
  await lockAll();
  const code = drawBase32(ONE_TIME_KEY_LENGTH);
  for (const path of ["/login/code", "/login/code.data"]) expectRetryAfter(await post(path, { code }), path);
  for (const path of ["/api/auth/two-factor/verify-totp", "/api/auth/two-factor/verify-backup-code"]) {
    const json = { body: JSON.stringify({ code }), headers: { "content-type": "application/json" } };
    const answer = await shop.visit("mfaPending", path, { method: "POST", origin: ORIGIN, ...json });
    expectRetryAfter(answer, path);
    expect(await answer.json()).toMatchObject({ error: english("tooManyCodes"), code: "tooManyCodes", field: "code" });
  }

  await letIn();
  for (const door of ["recovery-codes", "removal"])
    for (const path of [`/admin/second-factor/${door}`, `/admin/second-factor/${door}.data`])
      expectRetryAfter(await post(path, { code, currentPassword: PASSWORD }), path);
});
