import { about, granted, type Result, refused } from "../refusal.ts";
import type { Auth } from "./auth.server.ts";
import { CLIENT_ADDRESS_HEADER } from "./cookies.ts";
import type { Admin, Customer } from "./visitor.ts";

/**
 * Whether this is the visitor's own password, asked before what cannot be undone; gives the hash that it fits. A wrong one counts as when logging in. Refuses
 * `wrongCurrentPassword` beside its field, and `tooManyRequests`. [S8.3]
 */
export async function checkOwnPassword(
  auth: Auth,
  visitor: Pick<Customer | Admin, "userId" | "email">,
  currentPassword: string,
  headers: Headers,
): Promise<Result<string, "wrongCurrentPassword" | "tooManyRequests">> {
  const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
  const allowed = await auth.wrongPasswords.mayTry(address, visitor.email);
  if (!allowed.ok) return allowed;

  const hash = await auth.hashFitting(visitor.userId, currentPassword);
  const result = hash === null ? about(refused("wrongCurrentPassword"), "currentPassword") : granted(hash);
  if (result.ok) await auth.wrongPasswords.forget(address, visitor.email);
  return auth.noted("own password asked", result, headers, visitor);
}
