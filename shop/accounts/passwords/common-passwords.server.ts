import { PASSWORD_MIN_LENGTH } from "../constants.ts";

let known: Promise<ReadonlySet<string>> | null = null;

/** Whether a password is among some 18,000 that are used most, of eight characters and more, however it is cased. The list is read when it is first asked. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(password.normalize("NFKC").toLowerCase());
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_MIN_LENGTH));
}
