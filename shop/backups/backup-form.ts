import { z } from "zod";
import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { PASSWORD_MAX_LENGTH } from "#shop/accounts/constants.ts";
import { PASSPHRASE_MIN_LENGTH } from "./constants.ts";

/**
 * The admin's own password, and the passphrase that encrypts the downloaded backup, twice. [S12.8]
 */
export const BackupForm = OwnPasswordForm.extend({
  passphrase: z.string().min(PASSPHRASE_MIN_LENGTH, "passphraseTooShort").max(PASSWORD_MAX_LENGTH, "passphraseTooShort"),
  passphraseAgain: z.string(),
}).refine((form) => form.passphrase === form.passphraseAgain, { error: "passphrasesDiffer", path: ["passphraseAgain"] });
export type BackupForm = z.output<typeof BackupForm>;
