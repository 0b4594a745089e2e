import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import type { Admin, Customer } from "../visitor.ts";
import { laneOfAccount } from "./hash-turns.server.ts";

type OwnPassword = Result<string, "wrongCurrentPassword" | "tooManyRequests">;

/**
 * Checks the visitor's own password before a sensitive action and returns the stored hash it
 * matches. A wrong password counts like a failed login. Refuses `wrongCurrentPassword`, shown
 * beside the field, and `tooManyRequests`. [S8.3]
 */
export async function checkOwnPassword(
  auth: Auth,
  visitor: Pick<Customer | Admin, "userId" | "email">,
  currentPassword: string,
  headers: Headers,
): Promise<OwnPassword> {
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  let isCounted = false;
  const result = await auth.hashTurns.inLane<OwnPassword>(laneOfAccount(visitor.email), async () => {
    const allowed = await auth.wrongPasswords.mayAttempt(address, visitor.email, { isKnown: true });
    if (!allowed.ok) return allowed;
    isCounted = true;
    const hash = await auth.hashFitting(visitor.userId, currentPassword);
    return hash === null ? about(refused("wrongCurrentPassword"), "currentPassword") : ok(hash);
  });
  if (isCounted && (result.ok || result.code === "tooManyRequests")) await auth.wrongPasswords.forget(address, visitor.email);
  return auth.logAttempt("own password asked", result, headers, visitor);
}
