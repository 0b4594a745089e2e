import { readFileSync } from "node:fs";
import { readHashConfig } from "#shop/accounts/passwords/hash-config.ts";

/** An account as the old shop's authentication service exports it. */
export type OldAccount = { localId: string; email: string; passwordHash: string; salt: string; disabled?: boolean };

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/**
 * The accounts of the sample export; the password of the n-th, counted from 1, is `old-password-n`.
 */
export const oldAccounts: OldAccount[] = JSON.parse(textOf("./old-accounts.json")).users;

/** The configuration of their password hashing. */
export const oldHashConfig = mustRead(textOf("./old-hash-config.json"));

function mustRead(text: string) {
  const config = readHashConfig(text);
  if (!config) throw new Error("the made hash configuration cannot be read");
  return config;
}
