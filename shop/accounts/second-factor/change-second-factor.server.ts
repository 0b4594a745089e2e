import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { CodeForm, SecondFactorRemovalForm } from "../account-forms.ts";
import { lockAccount } from "../lock-account.server.ts";
import { checkOwnPassword } from "../passwords/check-own-password.server.ts";
import { recordOwnAction } from "../record-own-action.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import type { Visitor } from "../visitor.ts";
import { checkCode } from "./check-code.server.ts";
import { dropSecondFactor } from "./drop-second-factor.server.ts";
import { drawRecoveryCodes } from "./set-up-second-factor.server.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;

/**
 * Replaces the own recovery codes and returns the new ones, which are shown only once. Requires a
 * code. Refuses `adminsOnly`, `codeMisshapen`, `wrongCode`, and `tooManyCodes`.
 */
export async function renewRecoveryCodes(services: Needs, visitor: Visitor, { code }: CodeForm): Promise<Result<{ codes: string[] }>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const { userId } = visitor;
  return inTransaction(services.db, async (tx): Promise<Result<{ codes: string[] }>> => {
    const at = services.now();
    await lockAccount(tx, userId);
    const shown = await checkCode(services, tx, { userId, typed: code, at });
    if (!shown.ok) return shown;

    await recordOwnAction(tx, visitor, "recovery-codes-made", at);
    return ok({ codes: await drawRecoveryCodes(tx, userId) });
  });
}

/**
 * Switches the own second factor off, for example before moving to another device. Requires the
 * password and a code. Refuses `adminsOnly`, `wrongCurrentPassword`, `tooManyRequests`,
 * `codeMisshapen`, `wrongCode`, and `tooManyCodes`.
 */
export async function removeSecondFactor(
  services: Needs,
  auth: Auth,
  visitor: Visitor,
  { currentPassword, code }: SecondFactorRemovalForm,
  headers: Headers,
): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const password = await checkOwnPassword(auth, visitor, currentPassword, headers);
  if (!password.ok) return password;

  const { userId } = visitor;
  return inTransaction(services.db, async (tx): Promise<Result<null>> => {
    const at = services.now();
    await lockAccount(tx, userId);
    const shown = await checkCode(services, tx, { userId, typed: code, at });
    if (!shown.ok) return shown;

    await dropSecondFactor(tx, userId);
    await recordOwnAction(tx, visitor, "second-factor-removed", at);
    return ok(null);
  });
}
