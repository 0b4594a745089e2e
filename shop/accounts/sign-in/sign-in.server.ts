import { type Result, refused } from "../refusal.ts";
import type { LogInForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { CLIENT_ADDRESS_HEADER } from "./cookies.ts";
import { type SignedIn, signedIn } from "./signed-in.server.ts";

/** Signs in, in a session of its own that ends no other. Wrong password and unknown account are both `wrongPair`. [S2.16] [S8.3] */
export async function signIn(auth: Auth, form: LogInForm, headers: Headers): Promise<Result<SignedIn>> {
  return countingWrongPasswords(auth, form, headers, "login", async () => signedIn(await auth.signIn(form, headers)));
}

/**
 * Signs an admin in. A wrong pair, an account that is no admin and one that is disabled are alike `invalidEmailOrPassword`, take the same
 * time and leave no session. [S2.22] [S6.8]
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
  const allowed = await auth.wrongPasswords.mayTry(address, form.email);
  if (!allowed.ok) return allowed;

  const result = await attempt();
  if (result.ok) await auth.wrongPasswords.forget(address, form.email);
  return auth.noted("sign-in", result, headers, { email: form.email, by });
}
