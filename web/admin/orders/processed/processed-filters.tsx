import { Fragment } from "react";
import type { ShopClock } from "#shop/settings/shop-clock.ts";
import { ListTools, ToolChoice } from "#web/admin/lists/list-tools.tsx";
import { dateText } from "#web/parts/text/time-text.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PROCESSED, type ProcessedAddress, payments, processedAddress, processedStatuses } from "./processed-address.ts";

/** Shows a day as it was chosen, whatever the shop's time zone is. */
const utcClock: ShopClock = { periods: [{ until: null, aheadMinutes: 0, name: "UTC" }] };

/**
 * The tools of the processed requests: a filter for each status, the search, and a menu of days and
 * payment. All is in the address, so it works without JavaScript and can be shared. [S2.32]
 */
export function ProcessedFilters({ address }: { address: ProcessedAddress }) {
  const texts = useTexts("adminProcessed");
  const parts = useTexts("parts");
  const { search, status, from, to, paid } = address;
  const isBackwards = from !== null && to !== null && to < from;
  const without = (less: Partial<ProcessedAddress>) => processedAddress({ ...address, after: null, ...less });
  const day = (name: "fromDay" | "toDay", at: string) => texts(name, { day: dateText(new Date(at), utcClock, parts) });
  return (
    <>
      <ListTools
        filters={Object.entries(processedStatuses).map(([name, label]) => ({
          to: without({ status: name as ProcessedAddress["status"] }),
          label: texts(label),
          isCurrent: name === status,
        }))}
        applied={[
          ...(search ? [{ name: search, toWithout: without({ search: "" }) }] : []),
          ...(from ? [{ name: day("fromDay", from), toWithout: without({ from: null }) }] : []),
          ...(to ? [{ name: day("toDay", to), toWithout: without({ to: null }) }] : []),
          ...(paid === null ? [] : [{ name: texts(payments[`${paid}`]), toWithout: without({ paid: null }) }]),
        ]}
        action={PROCESSED}
        kept={status === "processed" ? [] : [["status", status]]}
        search={search}
        label={texts("searchLabel")}
        placeholder={texts("searchExample")}
        menu={{
          name: texts("filterMenu"),
          fields: (
            <Fragment key={without({})}>
              <TextField type="date" name="from" label={texts("from")} defaultValue={from ?? ""} />
              <TextField type="date" name="to" label={texts("to")} defaultValue={to ?? ""} />
              <ToolChoice
                name="paid"
                label={texts("payment")}
                chosen={paid === null ? "" : String(paid)}
                choices={Object.entries(payments).map(([value, label]) => ({ value, text: texts(label) }))}
              />
            </Fragment>
          ),
        }}
      />
      {isBackwards && <Alert kind="error">{texts("lastDayBeforeFirst")}</Alert>}
    </>
  );
}
