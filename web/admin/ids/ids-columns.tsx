import type { LayoutChoice } from "#shop/stock/parsing/id-layout.ts";
import type { TableFormat } from "#shop/stock/parsing/text-format.ts";
import { useTexts } from "#web/texts.tsx";
import { SelectField } from "#web/ui/fields/text-field.tsx";

/** Longer column names are cut, in characters. */
const NAME_SHOWN = 40;

const joiners = { ":": "colon", "|": "pipe", ",": "comma", ";": "semicolon", "/": "slash", " ": "space" } as const;

/**
 * Chooses which columns of a table make up an ID, whether the first row is a header, and what joins
 * several columns. [S5.11]
 */
export function IdsColumns({ table, chosen }: { table: TableFormat; chosen: Omit<LayoutChoice, "layout"> }) {
  const texts = useTexts("adminIds");
  return (
    <div className="flex flex-col gap-3 ps-7">
      <fieldset className="flex flex-col">
        <legend className="text-sm text-soft">{texts("columnsOfId", { count: table.names.length })}</legend>
        <div className="flex flex-wrap gap-x-5">
          {table.names.map((name, at) => (
            <label key={at} className="flex min-h-11 items-center gap-2">
              <input type="checkbox" name="columns" value={at + 1} defaultChecked={chosen.columns.includes(at + 1)} className="checkbox" />
              <span
                translate="no"
                className="min-w-0 wrap-anywhere"
              >{`${at + 1}: ${name === "" ? texts("noName") : shortened(name)}`}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" name="hasHeader" defaultChecked={chosen.hasHeader} className="checkbox" />
        <span>{texts("firstRowIsNames")}</span>
      </label>
      {table.names.length > 1 && (
        <SelectField label={texts("betweenColumns")} name="joiner" defaultValue={chosen.joiner} className="max-w-60">
          {Object.entries(joiners).map(([sign, word]) => (
            <option key={sign} value={sign}>
              {texts(word)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

function shortened(name: string): string {
  return name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name;
}
