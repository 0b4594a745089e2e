import { useId } from "react";
import { SUPPLIER_NAME_MAX_LENGTH } from "#shop/stock/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

type Props = { names: readonly string[]; value: string | undefined; error: string | null };

/** The supplier of an import, by its name: one that is there, or a new one. [S15.10] */
export function SupplierField({ names, value, error }: Props) {
  const texts = useTexts("adminImports");
  const list = useId();
  return (
    <>
      <TextField
        label={texts("supplierOptional")}
        name="supplier"
        list={list}
        defaultValue={value}
        maxLength={SUPPLIER_NAME_MAX_LENGTH}
        autoComplete="off"
        hint={texts("supplierHint")}
        error={error}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
