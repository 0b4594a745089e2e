import type { KeyIn } from "#messages/texts.ts";
import { QUEUE_COUNTED_MAX } from "#shop/orders/constants.ts";
import { type FilterCounts, type PaymentFilter, paymentFilters } from "#shop/orders/reading/payment-filter.ts";
import { useTexts } from "#web/texts.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type QueueAddress, queueAddress } from "./queue-rows.ts";

const labels = { review: "filterReview", collect: "filterCollect", paid: "filterPaid" } as const satisfies Record<
  PaymentFilter,
  KeyIn<"adminQueue">
>;

/** Shows only the orders whose payment is to be reviewed or collected, or that are paid. [S10.17] */
export function RequestFilters({ here, counts }: { here: QueueAddress; counts: FilterCounts | null }) {
  const texts = useTexts("adminQueue");
  // Those to collect are counted among the oldest, as many as are counted at all.
  const isCut = (filter: PaymentFilter | "all") => counts && counts[filter === "collect" ? "all" : filter] > QUEUE_COUNTED_MAX;
  const counted = (filter: PaymentFilter | "all") => {
    const n = Math.min(counts?.[filter] ?? 0, QUEUE_COUNTED_MAX);
    return isCut(filter) ? texts("moreThan", { n }) : texts("exactly", { n });
  };
  const tab = (payment: PaymentFilter | null) => ({
    to: queueAddress({ ...here, payment }),
    label: texts(payment ? labels[payment] : "filterAll"),
    isCurrent: here.payment === payment,
    ...(counts && { count: counted(payment ?? "all") }),
  });
  return <Tabs look="pills" label={texts("filters")} tabs={[null, ...paymentFilters].map(tab)} />;
}
