import { afterEach, beforeEach, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { type FirstAdmin, isSetUpOpen, openFirstAdmin, redeemSetUpLink } from "./first-admin.server.ts";
import type { Auth } from "./sign-in/auth.server.ts";
import { signIn, signInAsAdmin } from "./sign-in/sign-in.server.ts";
import { signUp } from "./sign-in/sign-up.server.ts";
import { sessions, users } from "./tables.server.ts";

const owner = { email: "owner@example.com", password: "correct horse" };

let shop: TestShop;
let auth: Auth;
beforeEach(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterEach(() => shop.close());

async function aLink(machine = "here"): Promise<{
  use: (form?: typeof owner) => ReturnType<typeof redeemSetUpLink>;
  isOpen: () => Promise<boolean>;
  first: FirstAdmin;
}> {
  const first = await openFirstAdmin(shop.services, auth, null, machine);
  const token = first.way === "link" ? first.path.slice("/setup/".length) : "";
  return {
    first,
    use: (form = owner) => redeemSetUpLink(shop.services, auth, token, form, new Headers()),
    isOpen: () => isSetUpOpen(shop.services, token),
  };
}

function admins() {
  return shop.services.db.select({ email: users.email, role: users.role }).from(users);
}

test("[S6.4] the first admin is made of ADMIN_EMAIL and ADMIN_PASSWORD", async () => {
  expect(await openFirstAdmin(shop.services, auth, owner, "here")).toMatchObject({ way: "created", email: owner.email });
  expect(await signInAsAdmin(auth, owner, new Headers())).toMatchObject({ ok: true });
});

test("[S7.4] a password that is guessed first makes nobody admin, by ADMIN_PASSWORD or the set-up link, which goes on working", async () => {
  for (const password of ["Password1", "trackside 2026", "owner of it all"]) {
    const weak = { ...owner, password };
    expect(await openFirstAdmin(shop.services, auth, weak, "here")).toMatchObject({ way: "refused" });
    const link = await aLink();
    expect(await link.use(weak)).toMatchObject({ ok: false, field: "password", kind: "invalid" });
    expect(await admins()).toEqual([]);
    expect(await link.isOpen()).toBe(true);
  }
  await anAdmin(shop, {});
  expect(await openFirstAdmin(shop.services, auth, { ...owner, password: "Password1" }, "here")).toEqual({ way: "exists" });
});

test("[S6.8] ADMIN_EMAIL and ADMIN_PASSWORD do nothing while there is an admin, even a disabled one", async () => {
  await anAdmin(shop, { disabled: true });
  expect(await openFirstAdmin(shop.services, auth, owner, "here")).toEqual({ way: "exists" });
  expect(await signIn(auth, owner, new Headers())).toMatchObject({ code: "wrongPair" });
});

test("[S6.8] an account promoted by ADMIN_EMAIL gets the new password and loses its sessions", async () => {
  await signUp(shop.services, auth, { email: owner.email, password: "chosen by a stranger" }, new Headers());
  await openFirstAdmin(shop.services, auth, owner, "here");

  expect(await shop.services.db.$count(sessions)).toBe(0);
  expect(await signInAsAdmin(auth, { ...owner, password: "chosen by a stranger" }, new Headers())).toMatchObject({ ok: false });
  expect(await signInAsAdmin(auth, owner, new Headers())).toMatchObject({ ok: true });
});

test("[S6.8] a set-up link that previews and scanners opened many times still works, once", async () => {
  const link = await aLink();
  for (let n = 0; n < 30; n += 1) expect(await link.isOpen()).toBe(true);
  expect(await link.use()).toMatchObject({ ok: true });
  expect(await link.isOpen()).toBe(false);
});

test("[S6.4] the set-up link makes the first admin and signs in", async () => {
  const link = await aLink();
  expect(await link.isOpen()).toBe(true);
  const result = await link.use();
  expect(result).toMatchObject({ ok: true });
  expect(await admins()).toEqual([{ email: owner.email, role: "admin" }]);
  expect(await shop.services.db.$count(sessions)).toBe(1);
});

test("[S6.8] the set-up link's token has 256 bits and only its hash is kept", async () => {
  const { first } = await aLink();
  expect(first.way === "link" && first.path).toMatch(/^\/setup\/[A-Za-z0-9_-]{43}$/);
  const token = first.way === "link" ? first.path.slice("/setup/".length) : "";
  const { rows } = await shop.services.db.$client.query("select machine, encode(token_hash, 'hex') as hash from set_up_links");
  expect(rows).toEqual([{ machine: "here", hash: sha256(token).toString("hex") }]);
});

test("[S6.8] the set-up link dies after use", async () => {
  const link = await aLink();
  await link.use();
  expect(await link.isOpen()).toBe(false);
  expect(await link.use({ ...owner, email: "second@example.com" })).toMatchObject({ code: "setupLinkInvalid" });
  expect(await admins()).toHaveLength(1);
});

test("[S6.8] the set-up link dies after 60 minutes", async () => {
  const link = await aLink();
  shop.setNow(new Date(Date.now() + 60 * 60_000 + 1_000));
  expect(await link.isOpen()).toBe(false);
  expect(await link.use()).toMatchObject({ code: "setupLinkInvalid" });
  expect(await admins()).toHaveLength(0);
});

test("[S6.8] the set-up link dies at a restart of its machine, and lives while another one is started", async () => {
  const [before, other] = [await aLink(), await aLink("another machine")];
  const after = await aLink();
  expect(await before.use()).toMatchObject({ code: "setupLinkInvalid" });
  expect([await before.isOpen(), await other.isOpen(), await after.isOpen()]).toEqual([false, true, true]);
  expect(await other.use()).toMatchObject({ ok: true });
  expect(await after.isOpen()).toBe(false);
});

test("[S6.8] the set-up link does nothing once there is an admin", async () => {
  const link = await aLink();
  await anAdmin(shop);
  expect(await link.isOpen()).toBe(false);
  expect(await link.use()).toMatchObject({ code: "setupLinkInvalid" });
  expect(await admins()).toHaveLength(1);
});

test("[S6.8] of two who use the set-up link at once, one becomes the admin", async () => {
  const link = await aLink();
  const both = await Promise.all([link.use({ ...owner, email: "one@example.com" }), link.use({ ...owner, email: "two@example.com" })]);
  expect(both.filter((result) => result.ok)).toHaveLength(1);
  expect(both.find((result) => !result.ok)).toMatchObject({ code: "setupLinkInvalid" });
  expect(await admins()).toHaveLength(1);
});

test("[S6.8] an account promoted by the set-up link gets the new password and loses its sessions", async () => {
  await signUp(shop.services, auth, { email: owner.email, password: "chosen by a stranger" }, new Headers());
  const link = await aLink();
  expect(await link.use()).toMatchObject({ ok: true });
  expect(await shop.services.db.$count(sessions)).toBe(1);
  expect(await signInAsAdmin(auth, { ...owner, password: "chosen by a stranger" }, new Headers())).toMatchObject({ ok: false });
});
