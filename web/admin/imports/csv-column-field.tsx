import { SOURCE_MAX_LENGTH } from "#shop/stock/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/**
 * The column of a CSV file, typed when no script can show the file's columns. An error about it is
 * always shown.
 */
export function CsvColumnField({ isShown, typed, error }: { isShown: boolean; typed: string | undefined; error: string | null }) {
  const texts = useTexts("adminImports");
  if (!isShown && !error) return null;
  return (
    <TextField
      label={texts("csvColumn")}
      name="column"
      defaultValue={typed}
      maxLength={SOURCE_MAX_LENGTH}
      autoComplete="off"
      hint={texts("csvColumnHint")}
      error={error}
      className="max-w-96"
    />
  );
}
