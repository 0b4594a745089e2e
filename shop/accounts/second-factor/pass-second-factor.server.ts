import type { Services } from "#platform/provides.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "../refusal.ts";
import type { CodeForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { checkCode, type Shown } from "./check-code.server.ts";
import { lockAccount } from "./lock-account.server.ts";
import { renewSession } from "./renew-session.server.ts";
import type { Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;
type Passed = Result<{ cookies: Headers }, "logInAgain" | "wrongCode" | "tooManyCodes">;

/**
 * The second step of an admin's login: a code of the app, or a recovery code, whose use is noted. Only who gave the right password comes this far, so no
 * stranger can use up the tries. Refuses `wrongCode`, `tooManyCodes`, and `logInAgain` to everybody else. [S4.10] [S8.3]
 */
export async function passSecondFactor(services: Needs, auth: Auth, visitor: Visitor, form: CodeForm, headers: Headers): Promise<Passed> {
  const token = auth.tokenIn(headers);
  const halfway = visitor.kind === "guest" ? visitor.halfway : undefined;
  if (token === null || halfway?.missing !== "code") return refused("logInAgain");

  const { userId, email } = halfway;
  let by: Shown | undefined;
  const passed = await services.db.transaction(async (tx): Promise<Passed> => {
    const at = services.now();
    const account = await lockAccount(tx, userId);
    if (!account || account.disabled || account.role !== "admin") return refused("logInAgain");
    const shown = await checkCode(services, tx, { userId, typed: form.code, at });
    if (!shown.ok) return shown;
    by = shown.value;

    const session = await renewSession(tx, auth, { token, at });
    if (session === null) return refused("logInAgain");
    if (shown.value === "recovery") {
      const subject = { kind: "account", id: userId, name: email } as const;
      await noteDeed(tx, { kind: "admin", userId, email }, { deed: "recovery-code-used", subject }, at);
    }
    return granted({ cookies: session.cookies });
  });
  return auth.noted("second factor", passed, headers, { email, by });
}
