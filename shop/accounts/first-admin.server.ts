import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { type Refusal, type Result, refused } from "../refusal.ts";
import type { Credentials } from "./account-forms.ts";
import { SETUP_LINK_VALID_MS } from "./constants.ts";
import { setAdmin, setAdminAsOperator } from "./make-admin.server.ts";
import { checkNewPassword, type WeakPassword } from "./passwords/check-new-password.server.ts";
import { recordOwnAction } from "./record-own-action.server.ts";
import type { Auth } from "./sign-in/auth.server.ts";
import { type SignedIn, signedIn, withDeviceMark } from "./sign-in/signed-in.server.ts";
import { setUpLinks, users } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Settings = Pick<Services, "settings">;

/**
 * How the shop gets its first admin. The link's token is returned once, for printing; the database
 * has only its hash, so every machine takes it. [S6.4] [S6.8]
 */
export type FirstAdmin =
  | { way: "exists" }
  | { way: "created"; email: string }
  | { way: "refused"; refusal: Refusal<WeakPassword> }
  | { way: "link"; path: string };

const TOKEN_BYTES = 32;

/**
 * Creates the first admin from the environment's address and password, or opens a set-up link if
 * they are not given, in the place of the one of the machine's last start. Refuses a weak password;
 * does nothing if an admin exists. [S6.4] [S6.8]
 */
export async function openFirstAdmin(
  services: Needs & Settings,
  auth: Auth,
  given: Pick<Credentials, "email" | "password"> | null,
  machine: string,
): Promise<FirstAdmin> {
  if (await hasAdmin(services.db)) return { way: "exists" };
  if (given) {
    const fit = await checkNewPassword(services, given);
    if (!fit.ok) return { way: "refused", refusal: fit };
    const made = await becomeFirstAdmin(services, auth, given, setAdminAsOperator);
    return made ? { way: "created", email: given.email } : { way: "exists" };
  }

  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const link = { tokenHash: sha256(token), expiresAt: new Date(services.now().getTime() + SETUP_LINK_VALID_MS) };
  await services.db
    .insert(setUpLinks)
    .values({ machine, ...link })
    .onConflictDoUpdate({ target: setUpLinks.machine, set: link });
  return { way: "link", path: `/setup/${token}` };
}

/**
 * Whether a token opens the set-up page: it is of a machine's last start, less than an hour old,
 * and there is no admin yet. [S6.8]
 */
export async function isSetUpOpen(services: Needs, token: string): Promise<boolean> {
  return (await isRightToken(services, token)) && !(await hasAdmin(services.db));
}

/**
 * Creates the first admin through the set-up link and signs in. Refuses a weak password, and
 * `setupLinkInvalid`, also to the later of two who use the link at once. [S6.8]
 */
export async function redeemSetUpLink(
  services: Needs & Settings,
  auth: Auth,
  token: string,
  form: Pick<Credentials, "email" | "password">,
  headers: Headers,
): Promise<Result<SignedIn>> {
  if (!(await isRightToken(services, token))) return refused("setupLinkInvalid");
  const fit = await checkNewPassword(services, form);
  if (!fit.ok) return fit;
  if (!(await becomeFirstAdmin(services, auth, form, setAdminByLink))) return refused("setupLinkInvalid");
  const opened = withDeviceMark(auth, form.email, await signedIn(await auth.signIn(form, headers)));
  return auth.logAttempt("first admin", opened, headers, form);
}

async function isRightToken({ db, now }: Needs, token: string): Promise<boolean> {
  const isItsHash = eq(setUpLinks.tokenHash, sha256(token));
  return (await db.$count(setUpLinks, and(isItsHash, gt(setUpLinks.expiresAt, now())))) > 0;
}

/** Returns false if there already is an admin. An advisory lock serializes concurrent calls. */
async function becomeFirstAdmin(
  services: Needs,
  auth: Auth,
  form: Pick<Credentials, "email" | "password">,
  set: typeof setAdminAsOperator,
): Promise<boolean> {
  const passwordHash = await auth.hash(form.password);
  return inTransaction(services.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('trackside: first admin'))`);
    if (await hasAdmin(tx)) return false;

    await set(tx, { email: form.email, passwordHash, at: services.now() });
    await tx.delete(setUpLinks);
    return true;
  });
}

/** Makes the holder of the link an admin, recorded as that admin's own action. */
async function setAdminByLink(tx: Tx, admin: Parameters<typeof setAdmin>[1]): Promise<void> {
  const { userId } = await setAdmin(tx, admin);
  await recordOwnAction(tx, { userId, email: admin.email }, "first-admin-made", admin.at);
}

async function hasAdmin(db: Pick<Tx, "select">): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.role, "admin")).limit(1);
  return found.length > 0;
}
