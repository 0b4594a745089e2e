import { useId } from "react";
import { PASSWORD_MAX_LENGTH } from "#shop/accounts/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type Props = { errorOf: (field: string) => string | null; isNeeded?: boolean; hint?: string };

/**
 * The own password for a form that may change where money or messages go; the shop asks for it only
 * then, or always if `isNeeded`; `hint` says why where it is about something else. The code of the second factor appears once the shop asks for it.
 */
export function ConfirmationFields({ errorOf, isNeeded = false, hint }: Props) {
  const texts = useTexts("parts");
  const id = useId();
  const codeError = errorOf("code");
  return (
    <>
      <TextField
        id={`${id}-password`}
        label={texts("yourPassword")}
        hint={hint ?? texts(isNeeded ? "yourPasswordNeeded" : "yourPasswordIfChanged")}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errorOf("currentPassword")}
      />
      {codeError !== null && (
        <TextField id={`${id}-code`} label={texts("yourCode")} name="code" autoComplete="one-time-code" maxLength={100} error={codeError} />
      )}
    </>
  );
}
