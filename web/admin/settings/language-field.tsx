import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { SelectField } from "#web/ui/fields/text-field.tsx";

/** The shop's own language, each by its own name. [S11.1] */
export function LanguageField(field: { name: string; defaultValue: string; error?: string | null | undefined }) {
  const texts = useTexts("adminSettings");
  const languages = useRouteLoaderData<typeof rootLoader>("root")?.languages ?? [];
  return (
    <SelectField label={texts("language")} hint={texts("languageHint")} {...field} key={field.defaultValue}>
      {languages.map(({ code, name, locale }) => (
        <option key={code} value={code} lang={locale}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
