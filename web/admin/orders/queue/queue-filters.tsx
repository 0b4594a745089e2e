import type { KeyIn } from "#messages/texts.ts";
import { type PaymentFilter, paymentFilters } from "#shop/orders/reading/payment-filter.ts";
import { useTexts } from "#web/texts.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type QueueAddress, queueAddress } from "./queue-rows.ts";

const labels = { review: "filterReview", collect: "filterCollect", paid: "filterPaid" } as const satisfies Record<
  PaymentFilter,
  KeyIn<"adminQueue">
>;

/** Shows only the orders whose payment is to be reviewed or collected, or that are paid. [S10.17] */
export function RequestFilters({ here }: { here: QueueAddress }) {
  const texts = useTexts("adminQueue");
  const tab = (payment: PaymentFilter | null) => ({
    to: queueAddress({ ...here, payment }),
    label: texts(payment ? labels[payment] : "filterAll"),
    isCurrent: here.payment === payment,
  });
  return <Tabs look="pills" label={texts("filters")} tabs={[null, ...paymentFilters].map(tab)} />;
}
