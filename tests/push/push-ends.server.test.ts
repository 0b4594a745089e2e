import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { changePassword } from "#shop/accounts/passwords/change-password.server.ts";
import { removePerson } from "#shop/accounts/people/change-person.server.ts";
import { deleteAccount } from "#shop/accounts/profile/delete-account.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { endOtherSessions, endOwnSession } from "#shop/accounts/sessions/end-own-sessions.server.ts";
import { readSession, whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import { signIn, signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signOut } from "#shop/accounts/sign-in/sign-out.server.ts";
import type { Customer } from "#shop/accounts/visitor.ts";
import { addBuyerPush } from "#shop/orders/access/buyer-push.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { carrying, type Members, openMembers, PASSWORD } from "#tests/support/accounts/members.ts";
import { aPushForm } from "#tests/support/push/browser.ts";
import { anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";

let members: Members;
beforeAll(async () => {
  members = await openMembers();
});
afterEach(() => members.shop.setNow());
afterAll(() => members.close());

const query = async (text: string, values: unknown[] = []) => (await members.shop.services.db.$client.query(text, values)).rows;

/** An admin who is logged in on two devices, and is notified on both. */
async function anAdminOnTwo() {
  const { services } = members.shop;
  const { auth } = members;
  const { email, userId, headers: desktop } = await members.anAdminSignedIn();
  const second = await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers());
  if (!second.ok) throw new Error(second.code);
  const phone = carrying(second.value.cookies);
  const ids: string[] = [];
  for (const headers of [desktop, phone]) {
    const found = await readSession(services, auth, headers);
    const added = await addPushDevice(services, await whoIs(services, auth, headers), aPushForm(), {
      sessionId: found?.session.id ?? "",
      userAgent: null,
    });
    if (!added.ok) throw new Error(added.code);
    ids.push(added.value);
  }
  const devices = async () =>
    (await query("select id from push_devices where user_id = $1", [userId])).map(({ id }) => ids.indexOf(id)).sort();
  const sessionOf = async (headers: Headers) => (await readSession(services, auth, headers))?.session.id ?? "";
  return { services, auth, email, userId, desktop, phone, devices, sessionOf, admin: await whoIs(services, auth, desktop) };
}

test("[S12.10] a logout ends the notifications of its device alone, and so does logging that device out from another", async () => {
  const one = await anAdminOnTwo();
  await signOut(one.services, one.auth, one.phone);
  expect(await one.devices()).toEqual([0]);

  const other = await anAdminOnTwo();
  const phone = await other.sessionOf(other.phone);
  await endOwnSession(other.services, other.auth, other.admin, phone, { currentPassword: PASSWORD }, other.desktop);
  expect(await other.devices()).toEqual([0]);
});

test("[S12.10] logging out everywhere else and a new password end those of the other devices, even of a session that ran out", async () => {
  const { services, auth, admin, desktop, phone, devices, sessionOf } = await anAdminOnTwo();
  await query("update sessions set expires_at = now() - interval '1 second' where id = $1", [await sessionOf(phone)]);
  await sessionOf(phone);
  expect(await devices(), "it only ran out").toEqual([0, 1]);
  expect(await endOtherSessions(services, auth, admin, { currentPassword: PASSWORD }, desktop)).toMatchObject({ ok: true });
  expect(await devices()).toEqual([0]);

  const again = await anAdminOnTwo();
  const words = { currentPassword: PASSWORD, password: "another horse 12", passwordAgain: "another horse 12" };
  expect(await changePassword(services, auth, again.admin, words, again.desktop)).toMatchObject({ ok: true });
  expect(await again.devices()).toEqual([0]);
});

test("[S12.10] a demoted admin, one set up anew by the command line and a deleted account are notified nowhere", async () => {
  const [demoted, renewed, deleted] = [await anAdminOnTwo(), await anAdminOnTwo(), await anAdminOnTwo()];
  expect(await removePerson(demoted.services, await anAdmin(members.shop), demoted.userId)).toMatchObject({ ok: true });
  expect(await demoted.devices()).toEqual([]);
  await makeAdmin(renewed.services, renewed.auth, { email: renewed.email, password: PASSWORD });
  expect(await renewed.devices()).toEqual([]);
  const gone = await deleteAccount(deleted.services, deleted.auth, deleted.admin, { currentPassword: PASSWORD }, deleted.desktop);
  expect(gone).toMatchObject({ ok: true });
  expect(await deleted.devices()).toEqual([]);
});

test("[S14.11] a logout ends the news in this browser alone, also those of an earlier login in it", async () => {
  const { services } = members.shop;
  const { auth } = members;
  const { email, headers: laptop } = await members.aMember();
  const keys = { laptop: "L".repeat(32), phone: "P".repeat(32) };
  const withKey = (headers: Headers, key: string) => new Headers({ cookie: `${headers.get("cookie")}; trackside.browser=${key}` });
  const logIn = async () => {
    const again = await signIn(auth, { email, password: PASSWORD }, new Headers({ [CLIENT_ADDRESS_HEADER]: email }));
    return again.ok ? carrying(again.value.cookies) : expect.unreachable(again.code);
  };
  const phone = await logIn();
  const { requestCode } = await aPendingOrder(members.shop, { visitor: (await whoIs(services, auth, laptop)) as Customer });
  for (const headers of [withKey(laptop, keys.laptop), withKey(phone, keys.phone)]) {
    const sessionId = (await readSession(services, auth, headers))?.session.id ?? null;
    const added = await addBuyerPush(services, await whoIs(services, auth, headers), requestCode, aPushForm(), {
      sessionId,
      userAgent: null,
    });
    expect(added).toMatchObject({ ok: true });
  }
  const told = async () =>
    (await query("select browser_hash from push_devices where browser_hash is not null")).map((row) => row.browser_hash);
  expect(await told()).toHaveLength(2);

  await signOut(services, auth, withKey(await logIn(), keys.phone));
  expect(await told()).toEqual([sha256(keys.laptop)]);
  // A login that ran out, whose session was swept, leaves its device; whoever logs out in that browser ends it.
  await query("update push_devices set session_id = null");
  await query("delete from sessions where user_id = (select user_id from push_devices where browser_hash is not null)");
  expect(await told()).toEqual([sha256(keys.laptop)]);
  const { headers: another } = await members.aMember();
  await signOut(services, auth, withKey(another, keys.laptop));
  expect(await told(), "by the browser").toEqual([]);
});
