import { ONE_TIME_CODE_DIGITS } from "#shop/constants.ts";
import { TextField } from "../ui/text-field.tsx";

type Own = { error?: string | null; hint?: string };

/** Where a code of the authenticator app is typed, or in some forms a recovery code, which is longer. */
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

/** Where a recovery code is typed, by who has not got the app. */
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
      fieldClassName="code"
    />
  );
}
