import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import type { Right } from "#shop/rights.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { PASSWORD_MIN_LENGTH } from "../constants.ts";
import { lockAccount } from "../lock-account.server.ts";
import { newId } from "../new-id.server.ts";
import { checkNewPassword } from "../passwords/check-new-password.server.ts";
import { laneOfRequest } from "../passwords/hash-turns.server.ts";
import { setPassword, voidReset } from "../passwords/set-password.server.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { type SignedIn, signedIn, withDeviceMark } from "../sign-in/signed-in.server.ts";
import { credentials, users } from "../tables.server.ts";
import { lockInvitations, refuseTooManyPeople } from "./count-people.server.ts";
import type { JoinForm } from "./invitation-form.ts";
import { findInvitation, invitationLimits } from "./read-invitation.server.ts";
import { invitations } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "settings" | "now" | "vault" | "waits">;

/**
 * Who joins: a new account with the hash of its new password, or an account that is there, whose
 * stored hash fitted what was typed.
 */
type Joining = { email: string; hash: string; userId: string | null };

/**
 * Joins the shop by an invitation, which this uses up, and logs in. An address without an account
 * gets one with the new password; one with an account needs that account's password, so that no
 * invitation takes an account over. Of two at once, one joins. Refuses `invitationInvalid`,
 * `tooManyRequests`, and, after which the invitation still works, a weak or wrong password,
 * `accountDisabled`, `worksHereAlready` and `tooManyPeople`. [S13.7]
 */
export async function acceptInvitation(
  services: Needs,
  auth: Auth,
  token: string | null,
  form: JoinForm,
  headers: Headers,
): Promise<Result<SignedIn>> {
  const allowed = await countWithin(services, invitationLimits(headers));
  if (!allowed.ok) return allowed;
  const invitation = token === null ? null : await findInvitation(services.db, token, services.now());
  if (token === null || !invitation) return refused("invitationInvalid");
  const email = invitation.email ?? form.email;
  if (email === null) return about(refused("fieldRequired"), "email");

  const shown = await auth.hashTurns.inLane<Result<Joining>>(laneOfRequest(headers), () =>
    checkPassword(services, auth, email, form, headers),
  );
  const joined = shown.ok ? await inTransaction(services.db, (tx) => join(services, tx, token, shown.value)) : shown;
  const opened = joined.ok
    ? withDeviceMark(auth, email, await signedIn(await auth.signIn({ email, password: form.password }, headers)))
    : joined;
  return auth.logAttempt("invitation accepted", opened, headers, { email });
}

async function checkPassword(services: Needs, auth: Auth, email: string, form: JoinForm, headers: Headers): Promise<Result<Joining>> {
  const { password, passwordAgain } = form;
  const [account] = await services.db.select({ userId: users.id }).from(users).where(eq(users.email, email));
  if (!account) {
    if (password.length < PASSWORD_MIN_LENGTH) return about(refused("passwordLength"), "password");
    if (password !== passwordAgain) return about(refused("passwordsDoNotMatch"), "passwordAgain");
    const fit = await checkNewPassword(services, { email, password });
    return fit.ok ? ok({ email, hash: await auth.hash(password), userId: null }) : fit;
  }

  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  const mayTry = await auth.wrongPasswords.mayAttempt(address, email);
  if (!mayTry.ok) return mayTry;
  const hash = await auth.hashFitting(account.userId, password);
  if (hash === null) return about(refused("accountsPasswordNeeded"), "password");
  await auth.wrongPasswords.forget(address, email);
  return ok({ email, hash, userId: account.userId });
}

/** Reads the invitation again under the lock, so that only one of two who use it at once joins. */
async function join(services: Needs, tx: Tx, token: string, { email, hash, userId }: Joining): Promise<Result<null>> {
  const at = services.now();
  await lockInvitations(tx);
  const invitation = await findInvitation(tx, token, at);
  if (!invitation || (invitation.email !== null && invitation.email !== email)) return refused("invitationInvalid");
  const full = await refuseTooManyPeople(tx);
  if (full) return full;

  const { name, rights } = invitation;
  const joined =
    userId === null ? await openAccount(tx, { name, email, rights, hash, at }) : await promote(tx, { userId, rights, hash, at });
  if (!joined.ok) return joined;
  await tx.delete(invitations).where(eq(invitations.id, invitation.id));
  const subject = { kind: "account", id: joined.value, name: email } as const;
  const facts = { rights: rights.join(", ") };
  await recordAction(tx, { userId: joined.value, email }, { action: "invitation-accepted", subject, facts }, at);
  return ok(null);
}

type NewHelper = { name: string; email: string; rights: Right[]; hash: string; at: Date };

async function openAccount(tx: Tx, { name, email, rights, hash, at }: NewHelper): Promise<Result<string>> {
  const row = {
    id: newId(),
    name,
    email,
    emailVerified: false,
    role: "helper",
    rights,
    disabled: false,
    createdAt: at,
    updatedAt: at,
  } as const;
  const [made] = await tx.insert(users).values(row).onConflictDoNothing({ target: users.email }).returning({ id: users.id });
  // Somebody signed up with this address a moment ago.
  if (!made) return about(refused("accountsPasswordNeeded"), "password");
  await setPassword(tx, { userId: made.id, passwordHash: hash, at });
  return ok(made.id);
}

/** Makes a customer a helper, whose sessions end: those of people are shorter. */
async function promote(
  tx: Tx,
  { userId, rights, hash, at }: Pick<NewHelper, "rights" | "hash" | "at"> & { userId: string },
): Promise<Result<string>> {
  const account = await lockAccount(tx, userId);
  const [stored] = await tx
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")));
  if (!account || stored?.hash !== hash) return about(refused("accountsPasswordNeeded"), "password");
  if (account.disabled) return refused("accountDisabled");
  if (account.role !== "customer") return refused("worksHereAlready");
  await tx.update(users).set({ role: "helper", rights, updatedAt: at }).where(eq(users.id, userId));
  await voidReset(tx, userId);
  await endSessions(tx, userId);
  return ok(userId);
}
