import { normalized } from "#shop/canonical-text.ts";
import { PASSWORD_MIN_LENGTH } from "../constants.ts";

let known: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password is among about 18,000 common ones of eight or more characters, ignoring case.
 * The list is loaded on first use.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(normalized(password, "NFKC").toLowerCase());
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN_LENGTH));
}
