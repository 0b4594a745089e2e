import { useEffect, useState } from "react";
import { SOURCE_MAX_LENGTH } from "#shop/constants.ts";
import { firstRowOf, placeOf } from "#shop/stock/csv-columns.ts";
import { decodedText } from "#shop/stock/ids-file.ts";
import { SelectField, TextField } from "#web/ui/text-field.tsx";
import { TickField } from "#web/ui/tick-field.tsx";

/** So much of a file is read to find its first row: more than any has. */
const HEAD_BYTES = 64 * 1024;

/** The longest name of a column that the list shows, in characters. */
const NAME_SHOWN = 40;

type Props = { file: File | null; typed: string | undefined; error: string | null };

/** Which column of a CSV file holds the IDs: chosen among its own columns once a file is there, and typed as long as there is none, or no script. */
export function CsvColumnField({ file, typed, error }: Props) {
  const names = useColumnsOf(file);
  if (names.length > 1) return <ColumnChoice key={names.join("\n")} names={names} error={error} />;
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

function ColumnChoice({ names, error }: { names: string[]; error: string | null }) {
  const known = placeOf(names, { column: "" });
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label="Column that holds the IDs"
        name="column"
        defaultValue={known ? known.place + 1 : ""}
        required
        error={error}
        className="max-w-96"
      >
        <option value="">Choose a column</option>
        {names.map((name, at) => (
          <option key={at} value={at + 1}>
            {at + 1}: {shortened(name)}
          </option>
        ))}
      </SelectField>
      <TickField name="isNamed" label="The first row has the names of the columns" text="It is no ID then." isTicked />
    </div>
  );
}

function shortened(name: string): string {
  if (name === "") return "(no name)";
  return name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name;
}

/** The first row of a CSV file, read in the browser; none of any other file, and none until it is read. */
function useColumnsOf(file: File | null): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    let isWanted = true;
    setNames([]);
    if (file && /\.csv$/i.test(file.name)) {
      const found = (bytes: ArrayBuffer) => isWanted && setNames(firstRowOf(decodedText(new Uint8Array(bytes))));
      // A file that cannot be read is told by the shop when it is sent.
      file
        .slice(0, HEAD_BYTES)
        .arrayBuffer()
        .then(found, () => {});
    }
    return () => {
      isWanted = false;
    };
  }, [file]);
  return names;
}
