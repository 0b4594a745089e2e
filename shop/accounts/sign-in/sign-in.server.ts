import { type Result, refused } from "#shop/refusal.ts";
import type { LogInForm } from "../account-forms.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import type { Auth } from "./auth.server.ts";
import { type SignedIn, signedIn } from "./signed-in.server.ts";

/**
 * Signs in with a new session; other sessions continue. A wrong password and an unknown account are
 * both `wrongPair`. [S2.16] [S8.3]
 */
export async function signIn(auth: Auth, form: LogInForm, headers: Headers): Promise<Result<SignedIn>> {
  return countingWrongPasswords(auth, form, headers, "login", async () => signedIn(await auth.signIn(form, headers)));
}

/**
 * Signs an admin in. A wrong password, an account that is not an admin's and a disabled one are all
 * `invalidEmailOrPassword`, take equally long and leave no session. [S2.22] [S6.8]
 */
export async function signInAsAdmin(auth: Auth, form: LogInForm, headers: Headers): Promise<Result<SignedIn>> {
  return countingWrongPasswords(auth, form, headers, "admin login", async () => {
    const account = await auth.accountOf(form);
    if (account?.role !== "admin" || account.disabled) return refused("invalidEmailOrPassword");
    return signedIn(await auth.signIn(form, headers));
  });
}

type Door = "login" | "admin login";

async function countingWrongPasswords(auth: Auth, form: LogInForm, headers: Headers, by: Door, attempt: () => Promise<Result<SignedIn>>) {
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  const allowed = await auth.wrongPasswords.mayAttempt(address, form.email);
  if (!allowed.ok) return allowed;

  const result = await attempt();
  if (result.ok) await auth.wrongPasswords.forget(address, form.email);
  return auth.logAttempt("sign-in", result, headers, { email: form.email, by });
}
