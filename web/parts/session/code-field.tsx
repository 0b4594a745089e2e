import { ONE_TIME_CODE_DIGITS } from "#shop/accounts/constants.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

type Own = { error?: string | null; hint?: string };

/** A field for the authenticator's code; some forms also accept a longer recovery code. */
export function CodeField({ error = null, hint = `${ONE_TIME_CODE_DIGITS} digits. A new one comes every 30 seconds.` }: Own) {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={60}
      required
      hint={hint}
      error={error}
      fieldClassName="figures text-xl tracking-widest"
    />
  );
}

/** A field for a recovery code, for a user without the authenticator app. */
export function RecoveryCodeField() {
  return (
    <TextField
      label="Recovery code"
      name="code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={60}
      required
      hint="One of the ten that you wrote down. Each works once."
      translate="no"
      fieldClassName="code"
    />
  );
}
