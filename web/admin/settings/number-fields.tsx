import { type NumberName, type SettingName, settings } from "#shop/settings/settings-list.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** Whole numbers, side by side where there is room. `hints` are those that need more than a text. */
export function NumberFields({
  names,
  fields,
  hints = {},
  isRequired = true,
}: {
  names: readonly NumberName[];
  fields: SettingsFields;
  hints?: Partial<Record<SettingName, string>>;
  isRequired?: boolean;
}) {
  const texts = useTexts("adminSettings");
  const hintOf = (name: NumberName) => {
    const entry = settings[name];
    return hints[name] ?? ("hint" in entry ? texts(entry.hint) : undefined);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {names.map((name) => (
        <TextField
          key={name}
          label={texts(settings[name].label)}
          hint={hintOf(name)}
          {...fields.text(name)}
          inputMode="numeric"
          maxLength={7}
          required={isRequired}
        />
      ))}
    </div>
  );
}
