import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { about, type Result, refused } from "#shop/refusal.ts";
import { type Credentials, displayNameOf } from "../account-forms.ts";
import { checkNewPassword } from "../passwords/check-new-password.server.ts";
import { users } from "../tables.server.ts";
import type { Auth } from "./auth.server.ts";
import { AuthFailure, type SignedIn, signedIn, withDeviceMark } from "./signed-in.server.ts";

/**
 * Creates a customer account and signs in. Refuses `emailInUse`, also to the later of two
 * concurrent sign-ups, `tooManyRequests`, and a weak password. [S2.18] [S5.9] [S8.3]
 */
export async function signUp(
  services: Pick<Services, "db" | "settings">,
  auth: Auth,
  form: Pick<Credentials, "email" | "password" | "name">,
  headers: Headers,
): Promise<Result<SignedIn>> {
  const { email } = form;
  const fit = await checkNewPassword(services, form);
  if (!fit.ok) return fit;

  const opened = withDeviceMark(auth, email, await openAccount(services, auth, form, headers));
  return auth.logAttempt("sign-up", opened, headers, { email });
}

async function openAccount(
  services: Pick<Services, "db">,
  auth: Auth,
  { email, password, name }: Pick<Credentials, "email" | "password" | "name">,
  headers: Headers,
): Promise<Result<SignedIn>> {
  const account = { email, password, name: name || displayNameOf(email) };
  try {
    const response = await auth.signUps({ headers, email }, () => auth.signUp(account, headers));
    return response.ok ? await signedIn(response.value) : response;
  } catch (failure) {
    const mayBeTaken = failure instanceof AuthFailure && failure.code === "FAILED_TO_CREATE_USER";
    if (mayBeTaken && (await isTaken(services, email))) return about(refused("emailInUse"), "email");
    throw failure;
  }
}

async function isTaken({ db }: Pick<Services, "db">, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found.length > 0;
}
