import type { Services } from "#platform/provides.ts";
import { granted, type Result, refused } from "../refusal.ts";
import type { CodeForm, SecondFactorRemovalForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { checkCode } from "./check-code.server.ts";
import { dropSecondFactor } from "./drop-second-factor.server.ts";
import { lockAccount } from "./lock-account.server.ts";
import { noteOwn } from "./note-own.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";
import { drawRecoveryCodes } from "./set-up-second-factor.server.ts";
import type { Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;

/** Draws new recovery codes for the own second factor, told once. Asks for a code. Refuses `adminsOnly`, `wrongCode`, and `tooManyCodes`. */
export async function renewRecoveryCodes(services: Needs, visitor: Visitor, { code }: CodeForm): Promise<Result<{ codes: string[] }>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const { userId } = visitor;
  return services.db.transaction(async (tx): Promise<Result<{ codes: string[] }>> => {
    const at = services.now();
    await lockAccount(tx, userId);
    const shown = await checkCode(services, tx, { userId, typed: code, at });
    if (!shown.ok) return shown;

    await noteOwn(tx, visitor, "recovery-codes-drawn", at);
    return granted({ codes: await drawRecoveryCodes(tx, userId) });
  });
}

/**
 * Switches the own second factor off, as before moving to another device. Asks for the password and a code. Refuses `adminsOnly`, `wrongCurrentPassword`,
 * `tooManyRequests`, `wrongCode`, and `tooManyCodes`.
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
  return services.db.transaction(async (tx): Promise<Result<null>> => {
    const at = services.now();
    await lockAccount(tx, userId);
    const shown = await checkCode(services, tx, { userId, typed: code, at });
    if (!shown.ok) return shown;

    await dropSecondFactor(tx, userId);
    await noteOwn(tx, visitor, "second-factor-removed", at);
    return granted(null);
  });
}
