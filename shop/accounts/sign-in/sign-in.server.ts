import { type Result, refused } from "#shop/refusal.ts";
import type { LogInForm } from "../account-forms.ts";
import { laneOfAccount, laneOfRequest } from "../passwords/hash-turns.server.ts";
import { worksInShop } from "../role.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import type { Auth } from "./auth.server.ts";
import { type SignedIn, signedIn, withDeviceMark } from "./signed-in.server.ts";

/**
 * Signs in with a new session; other sessions continue. A wrong password and an unknown account are
 * both `wrongPair`. [S2.16] [S8.3]
 */
export async function signIn(auth: Auth, form: LogInForm, headers: Headers): Promise<Result<SignedIn>> {
  return countingWrongPasswords(auth, form, headers, "login", async () => signedIn(await auth.signIn(form, headers)));
}

/**
 * Signs somebody in who works in the shop. A wrong password, a customer's account and a disabled one are all
 * `invalidEmailOrPassword`, take equally long and leave no session. [S2.22] [S6.8]
 */
export async function signInAsAdmin(auth: Auth, form: LogInForm, headers: Headers): Promise<Result<SignedIn>> {
  return countingWrongPasswords(auth, form, headers, "admin login", async () => {
    const account = await auth.accountOf(form);
    if (!account || !worksInShop(account.role) || account.disabled) return refused("invalidEmailOrPassword");
    return signedIn(await auth.signIn(form, headers));
  });
}

type Door = "login" | "admin login";

async function countingWrongPasswords(auth: Auth, form: LogInForm, headers: Headers, by: Door, attempt: () => Promise<Result<SignedIn>>) {
  const { email } = form;
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  const isKnown = auth.deviceMarks.isKnown(headers, email);
  let isCounted = false;
  const result = await auth.hashTurns.inLane<Result<SignedIn>>(isKnown ? laneOfAccount(email) : laneOfRequest(headers), async () => {
    const allowed = await auth.wrongPasswords.mayAttempt(address, email, { isKnown });
    if (!allowed.ok) return allowed;
    isCounted = true;
    return attempt();
  });
  // An attempt for which there was no turn was not wrong.
  if (isCounted && (result.ok || result.code === "tooManyRequests")) await auth.wrongPasswords.forget(address, email);
  return auth.logAttempt("sign-in", withDeviceMark(auth, email, result), headers, { email, by });
}
