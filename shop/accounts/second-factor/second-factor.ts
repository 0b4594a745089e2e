import { EARLIER_RECOVERY_CODE_LENGTH, ONE_TIME_CODE_DIGITS, RECOVERY_CODE_LENGTH } from "../constants.ts";

/** What is missing until who gave the right password is an admin here: the code of the second factor, or the second factor itself. */
export type MissingStep = "code" | "secondFactor";

/** What decides about it. `shownAt`: when this session has shown the account's second factor. */
export type SecondFactorFacts = { role: "customer" | "admin"; hasSecondFactor: boolean; isRequired: boolean; shownAt: Date | null };

/** What a session still has to do after its password, or null. Only admins have a second factor. */
export function missingStep({ role, hasSecondFactor, isRequired, shownAt }: SecondFactorFacts): MissingStep | null {
  if (role !== "admin") return null;
  if (hasSecondFactor) return shownAt === null ? "code" : null;
  return isRequired ? "secondFactor" : null;
}

/** The letters of a recovery code and of an app's key: those that nobody mistakes for another. */
export const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const recoveryLengths = [RECOVERY_CODE_LENGTH, EARLIER_RECOVERY_CODE_LENGTH];

/** What somebody typed as a code, without spaces and hyphens: an app's, a recovery code, or null for what is neither. */
export function readCode(typed: string): { way: "app" | "recovery"; code: string } | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  if (code.length === ONE_TIME_CODE_DIGITS && /^\d+$/.test(code)) return { way: "app", code };
  return recoveryLengths.includes(code.length) && /^[A-Z2-7]+$/.test(code) ? { way: "recovery", code } : null;
}

/** A key or a recovery code in groups of four, as it is written down. */
export function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join(code.length === RECOVERY_CODE_LENGTH ? "-" : " ") ?? "";
}
