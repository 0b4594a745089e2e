import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inEnglish } from "#shop/stored-text.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { carrying } from "#tests/support/accounts/members.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { CUSTOMER_SESSION_MS } from "../constants.ts";
import { findOwnAccount } from "../profile/own-account.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { signUp } from "../sign-in/sign-up.server.ts";
import { sessions } from "../tables.server.ts";
import { endOtherSessions, endOwnSession } from "./end-own-sessions.server.ts";
import { whoIs } from "./who-is.server.ts";

const PASSWORD = "correct horse";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const who = (headers: Headers) => whoIs(shop.services, auth, headers);

/** Signs somebody up on a desktop and then logs in on a phone. */
async function aMemberOnTwo(email: string): Promise<[desktop: Headers, phone: Headers]> {
  const form = { email, password: PASSWORD };
  const answers = [
    await signUp(shop.services, auth, form, new Headers({ "user-agent": FIREFOX })),
    await signIn(auth, form, new Headers({ "user-agent": PHONE })),
  ];
  const [desktop, phone] = answers.map((answer) => {
    if (!answer.ok) throw new Error(answer.code);
    return carrying(answer.value.cookies);
  });
  if (!desktop || !phone) throw new Error("not logged in");
  return [desktop, phone];
}

async function listFrom(headers: Headers) {
  const account = await findOwnAccount(shop.services, await who(headers), auth.tokenIn(headers));
  if (!account.ok) throw new Error(account.code);
  return account.value.sessions;
}

test("[S4.10] an account lists where it is logged in, this device first, in words, without tokens", async () => {
  const [desktop, phone] = await aMemberOnTwo("asha@example.com");
  await aMemberOnTwo("somebody-else@example.com");
  const list = await listFrom(desktop);
  expect(list.map(({ device, isThis }) => [inEnglish(device), isThis])).toEqual([
    ["Firefox on Linux", true],
    ["Chrome on Android", false],
  ]);
  expect((await listFrom(phone)).map(({ device }) => inEnglish(device))).toEqual(["Chrome on Android", "Firefox on Linux"]);
  expect(Object.keys(list[0] ?? {}).sort()).toEqual(["device", "id", "isThis", "seenAt"]);
  expect(Math.abs((list[0]?.seenAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);

  const visitor = await who(desktop);
  const cost = await countQueries(shop, (services) => findOwnAccount(services, visitor, auth.tokenIn(desktop)));
  expect(cost.statements, "one for the account with its devices, one that counts its orders").toBe(2);
});

test("[S4.10] what is over is not listed", async () => {
  const [desktop] = await aMemberOnTwo("ravi@example.com");
  const visitor = await who(desktop);
  shop.setNow(new Date(Date.now() + CUSTOMER_SESSION_MS + 60_000));
  expect(await findOwnAccount(shop.services, visitor, null)).toMatchObject({ ok: true, value: { sessions: [] } });
});

test("[S4.10] [S6.2] one device is logged out, and nobody else's is by its id", async () => {
  const [desktop, phone] = await aMemberOnTwo("meera@example.com");
  const [strangers] = await aMemberOnTwo("stranger@example.com");
  const other = (await listFrom(desktop)).find(({ isThis }) => !isThis);

  const end = async (headers: Headers, currentPassword = PASSWORD) =>
    endOwnSession(shop.services, auth, await who(headers), other?.id ?? "", { currentPassword }, headers);

  expect(await end(strangers)).toMatchObject({ ok: true });
  expect(await end(new Headers())).toMatchObject({ code: "signInFirst" });
  expect(await end(desktop, "wrong password")).toMatchObject({ code: "wrongCurrentPassword", field: "currentPassword" });
  expect((await who(phone)).kind).toBe("customer");

  expect(await end(desktop)).toMatchObject({ ok: true });
  expect((await who(phone)).kind).toBe("guest");
  expect((await who(desktop)).kind).toBe("customer");
});

test("[S4.10] all other devices are logged out at once, and their open pages are notified", async () => {
  const [desktop, phone] = await aMemberOnTwo("latha@example.com");
  const visitor = await who(desktop);
  if (visitor.kind === "guest") throw new Error("not signed in");
  let announced = 0;
  const stop = shop.services.live.follow(`user:${visitor.userId}`, () => {
    announced += 1;
  });
  const end = (currentPassword: string, headers = desktop) => endOtherSessions(shop.services, auth, visitor, { currentPassword }, headers);
  expect(await end("wrong password")).toMatchObject({ code: "wrongCurrentPassword", field: "currentPassword" });
  expect((await who(phone)).kind).toBe("customer");
  expect(await end(PASSWORD)).toMatchObject({ ok: true });
  expect((await who(phone)).kind).toBe("guest");
  expect((await who(desktop)).kind).toBe("customer");
  await expect.poll(() => announced).toBe(1);
  stop();
  expect(await shop.services.db.$count(sessions, eq(sessions.userId, visitor.userId))).toBe(1);
  expect(await end(PASSWORD, new Headers())).toMatchObject({ code: "signInFirst" });
});
