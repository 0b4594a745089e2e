import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { CodeForm } from "../account-forms.ts";
import { lockAccount } from "../lock-account.server.ts";
import { worksInShop } from "../role.ts";
import { renewSession } from "../sessions/renew-session.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import type { Visitor } from "../visitor.ts";
import { checkCode, type Shown } from "./check-code.server.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;
type Passed = Result<{ cookies: Headers }, "logInAgain" | "codeMisshapen" | "wrongCode" | "tooManyCodes">;

/**
 * Completes an admin's login with a code from the app, or a recovery code, whose use is recorded.
 * Only somebody who gave the right password gets here, so strangers cannot use up the attempts.
 * Refuses `codeMisshapen`, `wrongCode`, `tooManyCodes`, and `logInAgain` to everybody else. [S4.10]
 * [S8.3]
 */
export async function passSecondFactor(services: Needs, auth: Auth, visitor: Visitor, form: CodeForm, headers: Headers): Promise<Passed> {
  const token = auth.tokenIn(headers);
  const mfaPending = visitor.kind === "guest" ? visitor.mfaPending : undefined;
  if (token === null || mfaPending?.missing !== "code") return refused("logInAgain");

  const { userId, email } = mfaPending;
  let by: Shown | undefined;
  const passed = await inTransaction(services.db, async (tx): Promise<Passed> => {
    const at = services.now();
    const account = await lockAccount(tx, userId);
    if (!account || account.disabled || !worksInShop(account.role)) return refused("logInAgain");
    const shown = await checkCode(services, tx, { userId, typed: form.code, at });
    if (!shown.ok) return shown;
    by = shown.value;

    const session = await renewSession(tx, auth, { token, at });
    if (session === null) return refused("logInAgain");
    if (shown.value === "recovery") {
      const subject = { kind: "account", id: userId, name: email } as const;
      await recordAction(tx, { userId, email }, { action: "recovery-code-used", subject }, at);
    }
    return ok({ cookies: session.cookies });
  });
  return auth.logAttempt("second factor", passed, headers, { email, by });
}
