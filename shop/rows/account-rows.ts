import { z } from "zod";
import { readOldHash } from "#shop/accounts/passwords/old-hash.ts";
import { LINK_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { accountKey, email, key, language, name, text, time, whole } from "./row-fields.ts";

const address = email.refine((value) => value === value.toLowerCase());

/** A row of `customers.json`: an account. [S3.6] */
export const CustomerRow = z.object({
  id: accountKey,
  email: address,
  name: name(PERSON_NAME_MAX_LENGTH),
  role: z.enum(["customer", "admin"]),
  disabled: z.boolean(),
  language: language.nullable(),
  phoneNumber: text(40).nullable(),
  image: text(LINK_MAX_LENGTH)
    .regex(/^https?:\/\//)
    .nullable(),
  emailVerified: z.boolean(),
  createdAt: time,
  updatedAt: time,
  lastLoginAt: time.nullable(),
});

/** A row of `passwords.json`: a password hash of this shop or of the old one. */
export const PasswordRow = z
  .object({
    id: key,
    accountId: accountKey,
    providerId: z.literal("credential"),
    userId: accountKey,
    password: text(1_000).refine(isPasswordHash).nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .refine(({ accountId, userId }) => accountId === userId, { path: ["accountId"] });

const base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/);

/** A row of `old-password-keys.json`: how an old shop hashed its passwords. */
export const OldPasswordKeyRow = z.object({
  number: whole(1),
  signerKey: base64.min(1),
  saltSeparator: base64,
  rounds: whole(1, 8),
  memCost: whole(1, 14),
  storedAt: time,
});

/**
 * A withdrawn account, whose address now belongs to another one. Accounts of the old shop may have
 * had no address.
 */
export const WithdrawnAccountRow = z.object({ userId: accountKey, email: z.literal("").or(address), withdrawnAt: time });

/** A hash of the old shop, `old$<number of its key>$<salt>$<hash>`; salt and hash are base64. */
const OLD_HASH = /^old\$[1-9]\d{0,8}\$[A-Za-z0-9+/_-]+={0,2}\$[A-Za-z0-9+/_-]+={0,2}$/;

function isPasswordHash(value: string): boolean {
  return readOldHash(value) === null ? /^[^:$\s]+:[^:$\s]+$/.test(value) : OLD_HASH.test(value);
}
