import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openLog } from "#platform/log.server.ts";
import type { Services } from "#platform/provides.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { makeAdmin } from "../make-admin.server.ts";
import { askForReset } from "../passwords/ask-for-reset.server.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import type { Auth } from "./auth.server.ts";
import { nameInLog } from "./log-attempt.server.ts";
import { signIn, signInAsAdmin } from "./sign-in.server.ts";
import { signUp } from "./sign-up.server.ts";

const PASSWORD = "correct horse";
const email = "asha@example.com";
const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: "203.0.113.7" });

let shop: TestShop;
let services: Services;
let auth: Auth;
let lines: string[];
beforeAll(async () => {
  shop = await openTestShop();
  services = { ...shop.services, log: openLog("info", (line) => lines.push(line)) };
  auth = openTestAuth(services);
});
beforeEach(() => {
  lines = [];
});
afterAll(() => shop.close());

const logged = () => lines.map((line) => JSON.parse(line));
const facts = (of = email) => ({ account: nameInLog(services, "account", of), from: nameInLog(services, "address", "203.0.113.7") });

test("each login attempt is one line of the log, good or bad, under names that nobody can read", async () => {
  await makeAdmin(services, auth, { email: "owner@example.com", password: PASSWORD });
  await signUp(services, auth, { email, password: PASSWORD }, headers);
  await signUp(services, auth, { email, password: PASSWORD }, headers);
  await signIn(auth, { email, password: PASSWORD }, headers);
  await signIn(auth, { email, password: "wrong password" }, headers);
  await signInAsAdmin(auth, { email, password: PASSWORD }, headers);
  await signInAsAdmin(auth, { email: "owner@example.com", password: PASSWORD }, headers);
  await askForReset(services, { email: "nobody@example.com" }, headers);

  expect(logged()).toMatchObject([
    { level: "info", event: "sign-up", outcome: "ok", ...facts() },
    { level: "warn", event: "sign-up", outcome: "emailInUse", ...facts() },
    { level: "info", event: "sign-in", by: "login", outcome: "ok", ...facts() },
    { level: "warn", event: "sign-in", by: "login", outcome: "wrongPair", ...facts() },
    { level: "warn", event: "sign-in", by: "admin login", outcome: "invalidEmailOrPassword", ...facts() },
    { level: "info", event: "sign-in", by: "admin login", outcome: "ok", ...facts("owner@example.com") },
    { level: "info", event: "reset asked for", outcome: "ok", ...facts("nobody@example.com") },
  ]);
  expect(lines.join("")).not.toMatch(/@|203\.0|horse|wrong password/);
  expect(facts().from).toMatch(/^[0-9a-f]{16}$/);
});

test("a rate-limited login is logged by the host, not here once more", async () => {
  await setLimits(shop, "sign_ins_max = 1");
  for (const password of ["wrong password", "wrong again"]) await signIn(auth, { email: "tired@example.com", password }, headers);
  expect(logged()).toMatchObject([{ event: "sign-in", outcome: "wrongPair" }]);
  await setLimits(shop, "sign_ins_max = default");
});
