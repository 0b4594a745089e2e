import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import type { Credentials } from "#shop/accounts/account-forms.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import type { SignedIn } from "#shop/accounts/sign-in/signed-in.server.ts";
import type { Keys } from "#shop/accounts/visitor.ts";
import type { Result } from "#shop/refusal.ts";
import { moveBrowserOrders } from "./adopt-browser-orders.server.ts";

/** The part of Better Auth's answer that names the new account. */
const NewAccount = z.object({ user: z.object({ id: z.string() }) });

/**
 * Creates a customer account, signs in, and moves the guest orders that this browser placed
 * into the account. Refuses like `signUp`, and then moves nothing. [S2.18] [S12.1]
 */
export async function signUpWithOrders(
  services: Pick<Services, "db" | "settings">,
  auth: Auth,
  form: Pick<Credentials, "email" | "password" | "name">,
  { headers, keys }: { headers: Headers; keys: Keys },
): Promise<Result<SignedIn>> {
  const signedUp = await signUp(services, auth, form, headers);
  if (signedUp.ok) await moveBrowserOrders(services, keys, NewAccount.parse(signedUp.value.answer).user.id);
  return signedUp;
}
