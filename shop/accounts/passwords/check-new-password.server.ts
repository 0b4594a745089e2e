import type { Services } from "#platform/provides.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import { containsKnownWord } from "./new-password.ts";

/** Why a new password is refused. */
export type WeakPassword = "passwordTooCommon" | "passwordTellsName";

/**
 * Checks a new password wherever one is set; passwords that were set earlier keep working. Refuses
 * `passwordTooCommon` and `passwordTellsName`, shown beside the field. [S7.4]
 */
export async function checkNewPassword(
  services: Pick<Services, "db" | "settings">,
  given: { email: string; password: string },
): Promise<Result<null, WeakPassword>> {
  return judgeNewPassword(given, (await readSettings(services)).name);
}

/** The same check with a given shop name, for a shop that may not exist yet. */
export async function judgeNewPassword(
  { email, password }: { email: string; password: string },
  shopName: string,
): Promise<Result<null, WeakPassword>> {
  if (await isCommonPassword(password)) return about(refused("passwordTooCommon"), "password");
  return containsKnownWord(password, { email, shopName }) ? about(refused("passwordTellsName"), "password") : ok(null);
}
