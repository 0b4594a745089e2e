import { useTexts } from "#web/texts.tsx";
import { SelectField } from "#web/ui/fields/text-field.tsx";

/** The shop's time zone: India's first, the others grouped by region. */
export function TimeZoneField({
  zones,
  ...rest
}: {
  zones: readonly string[];
  name: string;
  defaultValue: string;
  error?: string | null | undefined;
}) {
  const texts = useTexts("adminSettings");
  const [home, ...others] = zones;
  const areas = Map.groupBy(others, (zone) => zone.split("/")[0] ?? zone);
  return (
    <SelectField label={texts("timeZone")} hint={texts("timeZoneHint")} {...rest} translate="no" key={rest.defaultValue}>
      {home && <option value={home}>{home}</option>}
      {[...areas].map(([area, names]) => (
        <optgroup key={area} label={area}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll("_", " ")}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
