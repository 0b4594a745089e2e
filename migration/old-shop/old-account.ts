import { z } from "zod";
import { displayNameOf } from "#shop/accounts/account-forms.ts";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { isStorable } from "#shop/parse.ts";
import { readText, readTime } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

const OLD_ID_MAX_LENGTH = 128;
const PHONE_MAX_LENGTH = 40;
/** What an account is called that told neither a name nor an address. */
const NAMELESS = "Customer";

/** An account of the old shop as it can be kept here; its address is null where it has none that can be used. [S3.6] */
export type OldAccount = {
  oldId: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  image: string | null;
  phoneNumber: string | null;
  disabled: boolean;
  password: { salt: string; hash: string } | null;
  /** Null where it cannot be read. */
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
const isBase64 = (value: string) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);

/** Reads a row of the accounts' export, and tells what is odd about it; null for what is no account. */
export function readOldAccount(value: unknown): { account: OldAccount; oddities: Oddity[] } | null {
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
  const odd: [Oddity, boolean][] = [
    ["accountWithoutEmail", email === null],
    ["accountWithoutPassword", password === null && !row.passwordHash],
    ["accountPasswordNotRead", password === null && !!row.passwordHash],
    ["accountTimeNotRead", createdAt === null],
    ["accountTextCut", isCut || image !== (row.photoUrl || null)],
    ["accountRole", hasRights(row.customAttributes)],
  ];
  return {
    account: {
      ...{ oldId, email, emailVerified, disabled, image, password, createdAt },
      name: texts.name?.trim() || (email ? displayNameOf(email) : NAMELESS),
      phoneNumber: texts.phoneNumber,
      lastLoginAt: readTime(row.lastSignedInAt),
    },
    oddities: odd.filter(([, is]) => is).map(([oddity]) => oddity),
  };
}

function passwordOf({ passwordHash: hash, salt }: z.output<typeof Row>): OldAccount["password"] {
  return hash && salt && isBase64(hash) && isBase64(salt) ? { hash, salt } : null;
}

/** A text as it can be kept; what cannot be kept at all is left out. */
function fit(value: string | null | undefined, max: number): string | null {
  return value && isStorable(value) ? value.slice(0, max).toWellFormed() : null;
}

/** Links are kept and never followed. */
function linkOf(value: string | null | undefined): string | null {
  return value && value.length <= LINK_MAX_LENGTH && isStorable(value) && /^https?:\/\//.test(value) ? value : null;
}

/** Somebody who must not log in is not let in because the word for it is written in another way: whatever says neither no nor nothing says yes. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return !NOT_SET.includes((readText(value) ?? "other").toLowerCase());
}

/** Claims of the old service, such as `{"admin":true}`. */
function hasRights(attributes: unknown): boolean {
  return typeof attributes === "string" && !["", "{}"].includes(attributes.trim());
}
