import type { Services } from "#platform/provides.ts";
import { about, granted, type Result, refused } from "../refusal.ts";
import { readSettings } from "../settings/settings.server.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import { tellsKnownWord } from "./new-password.ts";

/** Why a password cannot become one. */
export type WeakPassword = "passwordTooCommon" | "passwordTellsName";

/**
 * Whether a password may become an account's, asked wherever one is set; those that were set before go on working. Refuses `passwordTooCommon` and
 * `passwordTellsName`, beside the field. [S7.4]
 */
export async function checkNewPassword(
  services: Pick<Services, "db" | "live">,
  { email, password }: { email: string; password: string },
): Promise<Result<null, WeakPassword>> {
  if (await isCommonPassword(password)) return about(refused("passwordTooCommon"), "password");
  const { name } = await readSettings(services);
  return tellsKnownWord(password, { email, shopName: name }) ? about(refused("passwordTellsName"), "password") : granted(null);
}
