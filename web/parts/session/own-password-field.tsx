import { PASSWORD_MAX_LENGTH } from "#shop/accounts/constants.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** A field to confirm the user's password, with the email address for password managers. */
export function OwnPasswordField({ label, email, error }: { label: string; email: string; error: string | null }) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={label}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
        error={error}
      />
    </>
  );
}
