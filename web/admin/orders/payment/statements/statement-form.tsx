import { useFetcher } from "react-router";
import { chosenColumns } from "#shop/orders/payment/statements/statement-form.ts";
import { statementBanks } from "#shop/payments/statements/banks.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { StatementProgress } from "./statement-progress.tsx";
import { bankWords, columnWords, STATEMENTS, type StatementAnswer } from "./statement-words.ts";

const WHERE_CHOSEN = "hidden flex-col gap-3 noscript:flex group-has-[option[value=other]:checked]:flex";

/** The refusals of a file whose columns the owner has to name. */
const COLUMN_REFUSALS: readonly string[] = ["statementHeaderNotFound", "statementColumnsMissing"];

/**
 * The form for a bank statement. For another bank, and where a file's columns were not found, it
 * asks which columns to read; without JavaScript these fields are always shown. [S10.13]
 */
export function StatementForm({ answered }: { answered: StatementAnswer | undefined }) {
  const texts = useTexts("adminStatements");
  const { Form, state, data = answered } = useFetcher<StatementAnswer>();
  const isBusy = state !== "idle";
  const refusal = data && !data.ok && !isBusy ? data : null;
  const typed = data?.typed;
  const isOfColumns = data?.ok === false && COLUMN_REFUSALS.includes(data.code);
  return (
    <Form
      method="post"
      action={STATEMENTS}
      encType="multipart/form-data"
      aria-label={texts("upload")}
      className="group flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label={texts("bank")} name="bank" defaultValue={typed?.bank ?? "hdfc"} error={besides(refusal, "bank")}>
          {statementBanks.map((value) => (
            <option key={value} value={value}>
              {texts(bankWords[value])}
            </option>
          ))}
        </SelectField>
        <FileField
          label={texts("file")}
          name="file"
          required
          accept=".csv,.tsv,.txt,.xls,text/csv,text/plain"
          hint={texts("fileHint")}
          error={besides(refusal, "file")}
        />
      </div>
      <fieldset className={isOfColumns ? "flex flex-col gap-3" : WHERE_CHOSEN}>
        <legend className="mb-1 font-semibold">{texts("columns")}</legend>
        <p className="text-sm text-soft">{texts("columnsHint")}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {chosenColumns.map((role) => (
            <TextField
              key={role}
              label={texts(columnWords[role])}
              name={`column.${role}`}
              defaultValue={typed?.[`column.${role}`]}
              autoComplete="off"
              maxLength={100}
            />
          ))}
        </div>
      </fieldset>
      {refusal && !isAbout(refusal, ["bank", "file"]) && <Alert kind="error">{refusal.sentence}</Alert>}
      {isBusy && <StatementProgress address={STATEMENTS} />}
      <Button type="submit" icon="upload" isBusy={isBusy} className="sm:self-start">
        {texts("upload")}
      </Button>
    </Form>
  );
}
