import type { KeyIn } from "#messages/texts.ts";
import { SECRET_PART_MAX_LENGTH } from "#shop/payments/methods/constants.ts";
import { methodParts, type SecretPart, type SettingPart } from "#shop/payments/methods/payment-method.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type Words = { label: KeyIn<"adminProviders">; hint: KeyIn<"adminProviders"> };

const settingWords: Record<SettingPart, Words> = {
  keyId: { label: "keyId", hint: "keyIdHint" },
};

const secretWords: Record<SecretPart, Words> = {
  keySecret: { label: "keySecret", hint: "keySecretHint" },
  secretKey: { label: "secretKey", hint: "secretKeyHint" },
  webhookSecret: { label: "webhookSecret", hint: "webhookSecretHint" },
};

type Props = { method: ShownMethod; typed: TypedFields | undefined; errorOf: (field: string) => string | null };

/** The fields of a method: settings with their values, and secrets, which are never shown again. */
export function ProviderFields({ method, typed, errorOf }: Props) {
  const texts = useTexts("adminProviders");
  const { name, settings, secrets } = method;
  return (
    <>
      {methodParts[name].settings.map((part) => (
        <TextField
          key={part}
          label={texts(settingWords[part].label)}
          hint={texts(settingWords[part].hint)}
          name={part}
          defaultValue={typed?.[part] ?? String(settings[part] ?? "")}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={SECRET_PART_MAX_LENGTH}
          error={errorOf(part)}
        />
      ))}
      {methodParts[name].secrets.map((part) => (
        <TextField
          key={part}
          label={texts(secretWords[part].label)}
          hint={secrets[part] ? texts("secretStored", { last: secrets[part] }) : texts(secretWords[part].hint)}
          name={part}
          type="password"
          autoComplete="off"
          maxLength={SECRET_PART_MAX_LENGTH}
          error={errorOf(part)}
        />
      ))}
    </>
  );
}
