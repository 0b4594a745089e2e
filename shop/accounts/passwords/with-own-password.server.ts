import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Confirmation } from "#shop/form-fields.ts";
import { about, ok, type Refusal, type Result, refused } from "#shop/refusal.ts";
import { lockAccount } from "../lock-account.server.ts";
import { checkCode } from "../second-factor/check-code.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { secondFactors } from "../tables.server.ts";
import type { Admin, Visitor } from "../visitor.ts";
import { checkOwnPassword } from "./check-own-password.server.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;
type Asking = { services: Needs; auth: Auth; visitor: Visitor; headers: Headers };

/**
 * Does something that may need the admin's own password. The command itself says whether it does,
 * by refusing `currentPasswordNeeded` before it writes anything; then the password is checked, and
 * a code of the second factor where it is on, and the command is asked again. So a form that
 * changes nothing of that kind needs no password. Refuses also `wrongCurrentPassword`,
 * `tooManyRequests`, `secondFactorCodeNeeded`, `wrongCode`, `codeMisshapen` and `tooManyCodes`.
 */
export async function withOwnPassword<R extends { ok: true } | Refusal>(
  { services, auth, visitor, headers }: Asking,
  { currentPassword, code }: Confirmation,
  act: (visitor: Visitor) => Promise<R>,
): Promise<R | Refusal> {
  const done = await act(visitor);
  if (done.ok || done.code !== "currentPasswordNeeded" || visitor.kind !== "admin" || !currentPassword) return done;

  const shown = await checkOwnPassword(auth, visitor, currentPassword, headers);
  if (!shown.ok) return shown;
  const passed = await passOwnFactor(services, visitor, code ?? "");
  return passed.ok ? act({ ...visitor, hasShownPassword: true }) : passed;
}

/** Checks a code where the account has a second factor. A wrong one is counted. */
function passOwnFactor(services: Needs, { userId }: Admin, typed: string): Promise<Result<null>> {
  return inTransaction(services.db, async (tx): Promise<Result<null>> => {
    await lockAccount(tx, userId);
    const [factor] = await tx.select({ since: secondFactors.confirmedAt }).from(secondFactors).where(eq(secondFactors.userId, userId));
    if (!factor?.since) return ok(null);
    if (typed.trim() === "") return about(refused("secondFactorCodeNeeded"), "code");
    const shown = await checkCode(services, tx, { userId, typed, at: services.now() });
    return shown.ok ? ok(null) : shown;
  });
}
