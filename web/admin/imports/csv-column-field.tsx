import { SOURCE_MAX_LENGTH } from "#shop/stock/constants.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

/**
 * The column of a CSV file, typed when no script can show the file's columns. An error about it is
 * always shown.
 */
export function CsvColumnField({ isShown, typed, error }: { isShown: boolean; typed: string | undefined; error: string | null }) {
  if (!isShown && !error) return null;
  return (
    <TextField
      label="Column of a CSV file (optional)"
      name="column"
      defaultValue={typed}
      maxLength={SOURCE_MAX_LENGTH}
      autoComplete="off"
      hint="Its name in the first row, or its number. Without it, the column called ID."
      error={error}
      className="max-w-96"
    />
  );
}
