import { PASSWORD_MAX_LENGTH } from "#shop/accounts/constants.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

type Props = {
  /** The first field's name; the second one's ends in `Again`. */
  name: "password" | "passphrase";
  label: string;
  again: string;
  hint: string;
  minLength: number;
  /** The error beside a field, by its name. */
  error: (name: string) => string | null;
};

/** A new password or passphrase, typed twice. */
export function NewPasswordFields({ name, label, again, hint, minLength, error }: Props) {
  const shared = { type: "password", autoComplete: "new-password", maxLength: PASSWORD_MAX_LENGTH, required: true } as const;
  return (
    <>
      <TextField {...shared} label={label} name={name} minLength={minLength} hint={hint} error={error(name)} />
      <TextField {...shared} label={again} name={`${name}Again`} error={error(`${name}Again`)} alsoAbout={[name]} />
    </>
  );
}
