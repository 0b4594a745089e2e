import { Form } from "react-router";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { isFiltered, type ProcessedAddress, payments, processedAddress, processedStatuses } from "./processed-address.ts";

/**
 * Filters the processed requests. The filters are in the address, so they work without JavaScript
 * and can be shared. [S2.32]
 */
export function RequestsFilters({ address }: { address: ProcessedAddress }) {
  const { search, status, from, to, paid } = address;
  const isBackwards = from !== null && to !== null && to < from;
  return (
    <Form
      key={processedAddress({ ...address, after: null })}
      method="get"
      action="/admin/dashboard"
      role="search"
      aria-label="Processed requests"
      className="panel grid grid-cols-2 items-start gap-3 p-4 md:grid-cols-4 lg:grid-cols-[2fr_1.4fr_1fr_1fr_1.2fr]"
    >
      <input type="hidden" name="tab" value="approved-requests" />
      <TextField
        type="search"
        name="search"
        label="Search"
        placeholder="ID, code, product, user"
        defaultValue={search}
        maxLength={SEARCH_MAX_LENGTH}
        className="col-span-2 md:col-span-4 lg:col-span-1"
      />
      <SelectField name="status" label="Status" defaultValue={status} className="max-md:col-span-2">
        {Object.entries(processedStatuses).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField type="date" name="from" label="From" defaultValue={from ?? ""} />
      <TextField type="date" name="to" label="To" defaultValue={to ?? ""} error={isBackwards ? messages.lastDayBeforeFirst : null} />
      <SelectField name="paid" label="Payment" defaultValue={paid === null ? "" : String(paid)} className="max-md:col-span-2">
        {Object.entries(payments).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" icon="search">
          Show
        </Button>
        {isFiltered(address) && (
          <LinkButton to="/admin/dashboard?tab=approved-requests" variant="quiet">
            Clear
          </LinkButton>
        )}
      </div>
    </Form>
  );
}
