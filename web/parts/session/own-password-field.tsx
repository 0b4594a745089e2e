import { PASSWORD_MAX_LENGTH } from "#shop/constants.ts";
import { TextField } from "#web/ui/text-field.tsx";

/** Where the account's own password is asked for once more, with its address beside it for password managers. */
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
