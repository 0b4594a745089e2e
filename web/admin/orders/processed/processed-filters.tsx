import { Form } from "react-router";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { isFiltered, PROCESSED, type ProcessedAddress, payments, processedAddress, processedStatuses } from "./processed-address.ts";

/**
 * Filters the processed requests. The filters are in the address, so they work without JavaScript
 * and can be shared. [S2.32]
 */
export function ProcessedFilters({ address }: { address: ProcessedAddress }) {
  const texts = useTexts("adminProcessed");
  const { search, status, from, to, paid } = address;
  const isBackwards = from !== null && to !== null && to < from;
  return (
    <Form
      key={processedAddress({ ...address, after: null })}
      method="get"
      action={PROCESSED}
      role="search"
      aria-label={texts("processedRequests")}
      className="panel grid grid-cols-2 items-start gap-3 p-3 md:grid-cols-4 lg:grid-cols-[2fr_1.4fr_1fr_1fr_1.2fr]"
    >
      <TextField
        type="search"
        name="search"
        label={texts("search")}
        placeholder={texts("searchExample")}
        defaultValue={search}
        maxLength={SEARCH_MAX_LENGTH}
        className="col-span-2 md:col-span-4 lg:col-span-1"
      />
      <SelectField name="status" label={texts("status")} defaultValue={status} className="max-md:col-span-2">
        {Object.entries(processedStatuses).map(([value, label]) => (
          <option key={value} value={value}>
            {texts(label)}
          </option>
        ))}
      </SelectField>
      <TextField type="date" name="from" label={texts("from")} defaultValue={from ?? ""} />
      <TextField
        type="date"
        name="to"
        label={texts("to")}
        defaultValue={to ?? ""}
        error={isBackwards ? texts("lastDayBeforeFirst") : null}
      />
      <SelectField name="paid" label={texts("payment")} defaultValue={paid === null ? "" : String(paid)} className="max-md:col-span-2">
        {Object.entries(payments).map(([value, label]) => (
          <option key={value} value={value}>
            {texts(label)}
          </option>
        ))}
      </SelectField>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" icon="search">
          {texts("show")}
        </Button>
        {isFiltered(address) && (
          <LinkButton to={PROCESSED} variant="quiet">
            {texts("clear")}
          </LinkButton>
        )}
      </div>
    </Form>
  );
}
