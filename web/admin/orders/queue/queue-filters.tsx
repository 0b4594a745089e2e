import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { QUEUE_COUNTED_MAX } from "#shop/orders/constants.ts";
import { type QueueCounts, type QueueFilter, queueFilters } from "#shop/orders/reading/queue-filter.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { QUEUE, type QueueAddress, queueAddress } from "./queue-rows.ts";
import { KeptInForm } from "./queue-search.tsx";

const labels = {
  review: "filterReview",
  proof: "filterProof",
  late: "filterLate",
  short: "filterShort",
  collect: "filterCollect",
  paid: "filterPaid",
} as const satisfies Record<QueueFilter, KeyIn<"adminQueue">>;

/**
 * The filters of the queue: one as a link each, and the product and the payment method as fields.
 * Each with the number of its orders, unless a search narrows them further. [S10.17] [S12.6]
 */
export function FilterBar({ here, counts }: { here: QueueAddress; counts: QueueCounts }) {
  const texts = useTexts("adminQueue");
  const methods = useTexts("parts");
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(row.current), []);
  const counted = (count: number) => texts(counts.isCut ? "moreThan" : "exactly", { n: Math.min(count, QUEUE_COUNTED_MAX) });
  const tab = (filter: QueueFilter | null) => ({
    to: queueAddress({ ...here, filter }),
    label: texts(filter ? labels[filter] : "filterAll"),
    isCurrent: here.filter === filter,
    ...(!here.search && { count: counted(counts[filter ?? "all"]) }),
  });
  const option = (name: string, count: number) => (here.search ? name : texts("filterOption", { name, count: counted(count) }));
  return (
    <div ref={row} className="queue-filters">
      <Tabs look="pills" label={texts("filters")} tabs={[null, ...queueFilters].map(tab)} />
      <Form
        key={queueAddress(here)}
        method="get"
        action={QUEUE}
        preventScrollReset
        onChange={({ currentTarget }) => currentTarget.requestSubmit()}
      >
        <KeptInForm here={{ ...here, productId: null, method: null }} />
        <select name="product" aria-label={texts("product")} defaultValue={here.productId ?? ""} className="input">
          <option value="">{texts("allProducts")}</option>
          {counts.products.map(({ id, name, language, count }) => (
            <option key={id} value={id} lang={language}>
              {option(name, count)}
            </option>
          ))}
        </select>
        <select name="method" aria-label={texts("payment")} defaultValue={here.method ?? ""} className="input">
          <option value="">{texts("allMethods")}</option>
          {counts.methods.map(({ method, count }) => (
            <option key={method} value={method}>
              {option(methods(namesOfMethods[method]), count)}
            </option>
          ))}
        </select>
        <noscript>
          <Button type="submit" variant="secondary">
            {texts("applyFilters")}
          </Button>
        </noscript>
      </Form>
    </div>
  );
}

/** Scrolls the row of a phone so that the chosen filter is in view. */
function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>('[aria-current="page"]');
  if (row && current) row.scrollLeft = current.offsetLeft - row.clientWidth / 4;
}
