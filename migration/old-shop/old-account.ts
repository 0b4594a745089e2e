import { z } from "zod";
import { displayNameOf } from "#shop/accounts/account-forms.ts";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { isStorable } from "#shop/parse.ts";
import type { Warning } from "../report/report-row.ts";
import { readText, readTime } from "./old-values.ts";

const OLD_ID_MAX_LENGTH = 128;
const PHONE_MAX_LENGTH = 40;
/** The name of an account with neither a name nor an address. */
const NAMELESS = "Customer";

/**
 * An account of the old shop in a form that fits this one; `email` is null if it has no usable
 * address. [S3.6]
 */
export type OldAccount = {
  oldId: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  image: string | null;
  phoneNumber: string | null;
  disabled: boolean;
  password: { salt: string; hash: string } | null;
  /** Null if it cannot be read. */
  createdAt: Date | null;
  lastLoginAt: Date | null;
};

const text = z.string().nullish().catch(null);
const NOT_SET = ["", "false", "0", "no"];
const Row = z.object({
  localId: z.string().min(1).max(OLD_ID_MAX_LENGTH).refine(isStorable),
  email: text,
  emailVerified: z.boolean().catch(false),
  displayName: text,
  photoUrl: text,
  phoneNumber: text,
  disabled: z.unknown().optional().transform(isSet),
  passwordHash: text,
  salt: text,
  createdAt: z.unknown().optional(),
  lastSignedInAt: z.unknown().optional(),
  customAttributes: z.unknown().optional(),
});

const Email = z.string().trim().toLowerCase().max(EMAIL_MAX_LENGTH).pipe(z.email()).refine(isStorable);
/** Longer than any hash of the old service. */
const HASH_MAX_LENGTH = 400;
const isBase64 = (value: string) => value.length <= HASH_MAX_LENGTH && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);

/** Parses a row of the account export and its warnings; null if it is not an account. */
export function readOldAccount(value: unknown): { account: OldAccount; warnings: Warning[] } | null {
  const read = Row.safeParse(value);
  if (!read.success) return null;

  const row = read.data;
  const email = Email.safeParse(row.email ?? "").data ?? null;
  const password = passwordOf(row);
  const texts = { name: fit(row.displayName, PERSON_NAME_MAX_LENGTH), phoneNumber: fit(row.phoneNumber, PHONE_MAX_LENGTH) };
  const image = linkOf(row.photoUrl);
  const createdAt = readTime(row.createdAt);
  const { localId: oldId, emailVerified, disabled } = row;
  const isCut = texts.name !== (row.displayName || null) || texts.phoneNumber !== (row.phoneNumber || null);
  const checks: [Warning, boolean][] = [
    ["accountWithoutEmail", email === null],
    ["accountWithoutPassword", password === null && !row.passwordHash],
    ["accountPasswordNotRead", password === null && !!row.passwordHash],
    ["accountTimeNotRead", createdAt === null],
    ["accountTextCut", isCut || image !== (row.photoUrl || null)],
    ["accountRole", hasRights(row.customAttributes)],
  ];
  return {
    account: {
      oldId,
      email,
      emailVerified,
      disabled,
      image,
      password,
      createdAt,
      name: texts.name?.trim() || (email ? displayNameOf(email) : NAMELESS),
      phoneNumber: texts.phoneNumber,
      lastLoginAt: readTime(row.lastSignedInAt),
    },
    warnings: checks.filter(([, is]) => is).map(([warning]) => warning),
  };
}

function passwordOf({ passwordHash: hash, salt }: z.output<typeof Row>): OldAccount["password"] {
  return hash && salt && isBase64(hash) && isBase64(salt) ? { hash, salt } : null;
}

/** Returns a text in a form that can be stored, or null. */
function fit(value: string | null | undefined, max: number): string | null {
  return value && isStorable(value) ? value.slice(0, max).toWellFormed() : null;
}

/** Keeps a valid link; it is never fetched. */
function linkOf(value: string | null | undefined): string | null {
  return value && value.length <= LINK_MAX_LENGTH && isStorable(value) && /^https?:\/\//.test(value) ? value : null;
}

/**
 * Treats any value but an explicit no as yes, so that an unusual spelling does not re-enable an
 * account.
 */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return !NOT_SET.includes((readText(value) ?? "other").toLowerCase());
}

/** Whether an account has custom claims in the old service, such as `{"admin":true}`. */
function hasRights(attributes: unknown): boolean {
  return typeof attributes === "string" && !["", "{}"].includes(attributes.trim());
}
