import { withoutSeparators } from "#shop/canonical-text.ts";
import { ONE_TIME_CODE_DIGITS, RECOVERY_CODE_LENGTH } from "../constants.ts";
import { type Role, worksInShop } from "../role.ts";

/**
 * What an admin still has to do after the password: give the second factor's code, or set one up.
 */
export type MissingFactor = "code" | "secondFactor";

/** `shownAt` is when this session passed the second factor. */
type SecondFactorFacts = { role: Role; hasSecondFactor: boolean; isRequired: boolean; shownAt: Date | null };

/**
 * Returns what a session still has to do after its password, or null. Only those who
 * work in the shop have a second factor.
 */
export function missingFactor({ role, hasSecondFactor, isRequired, shownAt }: SecondFactorFacts): MissingFactor | null {
  if (!worksInShop(role)) return null;
  if (hasSecondFactor) return shownAt === null ? "code" : null;
  return isRequired ? "secondFactor" : null;
}

/** The alphabet of recovery codes and app keys: no characters that look alike. */
export const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Parses a typed code, ignoring spaces, dashes and invisible characters: an app's code, a recovery
 * code, or null.
 */
export function readCode(typed: string): { way: "app" | "recovery"; code: string } | null {
  const code = withoutSeparators(typed).toUpperCase();
  if (code.length === ONE_TIME_CODE_DIGITS && /^\d+$/.test(code)) return { way: "app", code };
  return code.length === RECOVERY_CODE_LENGTH && /^[A-Z2-7]+$/.test(code) ? { way: "recovery", code } : null;
}

/** Formats a key or recovery code in groups of four, for writing down. */
export function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join(code.length === RECOVERY_CODE_LENGTH ? "-" : " ") ?? "";
}
