import { ONE_TIME_CODE_DIGITS } from "#shop/accounts/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type Own = { error?: string | null; hint?: string };

/** A field for the authenticator's code; some forms also accept a longer recovery code. */
export function CodeField({ error = null, hint }: Own) {
  const texts = useTexts("session");
  return (
    <TextField
      label={texts("code")}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={60}
      required
      hint={hint ?? texts("codeHint", { digits: ONE_TIME_CODE_DIGITS })}
      error={error}
      fieldClassName="figures text-xl tracking-widest"
    />
  );
}

/** A field for a recovery code, for a user without the authenticator app. */
export function RecoveryCodeField() {
  const texts = useTexts("session");
  return (
    <TextField
      label={texts("recoveryCode")}
      name="code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={60}
      required
      hint={texts("recoveryCodeHint")}
      translate="no"
      fieldClassName="code"
    />
  );
}
