import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { type Members, openMembers, PASSWORD } from "#tests/support/accounts/members.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { findOwnAccount } from "../profile/own-account.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { sessions, users } from "../tables.server.ts";
import { whoIs } from "./who-is.server.ts";

let here: Members;
let auth: Auth;
beforeAll(async () => {
  here = await openMembers();
  ({ auth } = here);
});
afterEach(() => here.shop.setNow());
afterAll(() => here.close());

/** Returns how many statements are sent while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const pool = here.shop.services.db.$client;
  const query = pool.query;
  let count = 0;
  pool.query = ((...args: Parameters<typeof query>) => {
    count += 1;
    return query.apply(pool, args);
  }) as typeof query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return count;
}

test("[S6.1] without a session's cookie nothing is read; with one, one row", async () => {
  const { headers } = await here.aMember();
  expect(await statementsOf(() => whoIs(here.shop.services, auth, new Headers()))).toBe(0);
  expect(await statementsOf(() => whoIs(here.shop.services, auth, headers))).toBe(1);
});

test("[S6.3] all who ask at once are looked up by one query, and each is who its own cookie says, also beside one whose session is gone", async () => {
  const [one, other, gone, admin] = [await here.aMember(), await here.aMember(), await here.aMember(), await here.anAdminSignedIn()];
  await here.shop.services.db.delete(sessions).where(eq(sessions.userId, gone.userId));
  const visits = [gone, admin, one, other, one];
  let visitors: unknown[] = [];
  const statements = await statementsOf(async () => {
    visitors = await Promise.all(visits.map(({ headers }) => whoIs(here.shop.services, auth, headers)));
  });
  expect(statements).toBe(1);
  expect(visitors).toMatchObject([
    { kind: "guest" },
    { kind: "admin", userId: admin.userId },
    { kind: "customer", userId: one.userId },
    { kind: "customer", userId: other.userId },
    { kind: "customer", userId: one.userId },
  ]);
});

test("[S13.2] a helper has the rights of this moment; an owner has all", async () => {
  const { headers, userId } = await here.aMember();
  const become = (role: string, rights: string[]) =>
    here.shop.services.db.execute(sql`update users set role = ${role}, rights = ${sql.param(rights)}::text[] where id = ${userId}`);
  await become("helper", ["manage-stock"]);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin", userId, rights: ["manage-stock"] });
  await become("helper", ["see-ids", "read-orders"]);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin", rights: ["see-ids", "read-orders"] });
  await become("admin", []);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin", rights: "all" });
  await become("customer", []);
  expect(await whoIs(here.shop.services, auth, headers)).not.toHaveProperty("rights");
});

test("[S6.3] in a shop with many accounts the look-up is planned once on a connection, not for each request", async () => {
  const { headers, userId } = await here.aMember();
  const { services, databaseUrl } = here.shop;
  await services.db.execute(sql`
    insert into users (id, name, email, created_at, updated_at) select 'many-' || n, 'Asha', 'many-' || n || '@shop.example', now(), now() from generate_series(1, 500) n`);
  await services.db.execute(sql`
    insert into sessions (id, token_hash, user_id, created_at, updated_at, expires_at)
    select id, sha256(convert_to(id, 'UTF8')), id, now(), now(), now() from users where id like 'many-%'`);
  await asOwner(here.shop, (client) => client.query("analyze users, sessions"));

  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    for (let n = 0; n < 20; n += 1) expect(await whoIs(anotherProcess(services, db), auth, headers)).toMatchObject({ userId });
    const { rows } = await db.execute(sql`select custom_plans, generic_plans from pg_prepared_statements where name = 'sessions-by-hash'`);
    expect(rows).toEqual([{ custom_plans: "5", generic_plans: "15" }]);
  } finally {
    await closeDatabase(db);
  }
});

test.each([
  ["another signature", (cookie: string) => cookie.replace(/\.[^.]*$/, `.${"A".repeat(43)}%3D`)],
  ["another token", (cookie: string) => cookie.replace("=", "=x")],
  ["no signature", (cookie: string) => cookie.replace(/\.[^.]*$/, "")],
  ["broken percent signs", (cookie: string) => `${cookie}%E0%A4%A`],
])("[S6.3] a session's cookie with %s is none, and asks the database nothing", async (_what, forge) => {
  const { headers } = await here.aMember();
  const [session = ""] = (headers.get("cookie") ?? "").split("; ");
  const forged = new Headers({ cookie: forge(session) });
  expect(forged.get("cookie")).not.toBe(session);
  let visitor: unknown;
  const statements = await statementsOf(async () => {
    visitor = await whoIs(here.shop.services, auth, forged);
  });
  expect(visitor).toMatchObject({ kind: "guest" });
  expect(statements).toBe(0);
});

test("[S6.6] the browser's cookie is known by its hash alone, the private link's key as it came", async () => {
  const headers = new Headers({ cookie: `a=b; trackside.browser=${"k".repeat(32)}`, "x-access-key": "key" });
  const { keys } = await whoIs(here.shop.services, auth, headers);
  expect(keys).toEqual({ browser: "5e318f8cf9cbe249a30812b8ca132d691ded7a91991413558db5758575f5e01f", accessKey: "key" });
  for (const cookie of ["", "trackside.browser=a"]) {
    expect((await whoIs(here.shop.services, auth, new Headers({ cookie }))).keys).toEqual({ browser: null, accessKey: null });
  }
});

test("[S4.10] a customer's session slides on by use and ends after 30 days without", async () => {
  const { headers, userId } = await here.aMember();
  here.later(29 * DAY_MS);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "customer" });
  here.later(58 * DAY_MS);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "customer" });
  here.later(89 * DAY_MS);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await here.sessionsOf(userId)).toHaveLength(0);
});

test("[S4.10] an admin's session ends after 60 minutes without use", async () => {
  const { headers, userId } = await here.anAdminSignedIn();
  here.later(59 * 60_000);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin" });
  here.later(118 * 60_000);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin" });
  here.later(179 * 60_000);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await here.sessionsOf(userId)).toHaveLength(0);
});

test("[S4.10] an admin's session ends 12 hours after it began, though it is used", async () => {
  const { headers } = await here.anAdminSignedIn();
  for (let half = 1; half < 24; half += 1) {
    here.later((half * HOUR_MS) / 2);
    expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin" });
  }
  here.later(12 * HOUR_MS + 1_000);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "guest" });
});

test("[S4.10] a disabled account is signed out at the next request, everywhere, and cannot log in", async () => {
  const { email, headers, userId } = await here.aMember();
  await signIn(auth, { email, password: PASSWORD }, new Headers());
  await here.shop.services.db.update(users).set({ disabled: true }).where(eq(users.id, userId));

  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await here.sessionsOf(userId)).toHaveLength(0);
  const again = await signIn(auth, { email, password: PASSWORD }, new Headers());
  expect(again).toMatchObject({ ok: false, code: "accountDisabled" });
  expect(await here.sessionsOf(userId)).toHaveLength(0);
  expect(await signIn(auth, { email, password: "wrong password" }, new Headers())).toMatchObject({ code: "wrongPair" });
});

test("[S6.3] a change of role counts from the next request on", async () => {
  const { headers, userId } = await here.aMember();
  await here.shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, userId));
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "admin" });
});

test("[S6.1] a guest has no account", async () => {
  const guest = await whoIs(here.shop.services, auth, new Headers());
  expect(await findOwnAccount(here.shop.services, guest, null)).toMatchObject({ ok: false, code: "signInFirst" });
});
