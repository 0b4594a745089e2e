import { SearchForm } from "#web/admin/frame/search-form.tsx";
import { useTexts } from "#web/texts.tsx";
import { filterParams, QUEUE, type QueueAddress, queueAddress } from "./queue-rows.ts";

/**
 * Searches orders by request ID, request code, product name or user ID. Filters and open rows stay.
 * [S2.28]
 */
export function QueueSearch({ here }: { here: QueueAddress }) {
  const texts = useTexts("adminQueue");
  return (
    <SearchForm
      action={QUEUE}
      search={here.search}
      label={texts("searchLabel")}
      placeholder={texts("searchExample")}
      all={queueAddress({ ...here, search: "" })}
    >
      <KeptInForm here={{ ...here, search: "" }} />
    </SearchForm>
  );
}

/** The parameters that a form of the queue keeps, as hidden fields. */
export function KeptInForm({ here }: { here: QueueAddress }) {
  const { managed, order } = here;
  const open = [...managed.map((code) => ["manage", code]), ...(order ? [["order", order]] : [])];
  const kept = [...filterParams(here), ...open];
  return kept.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
