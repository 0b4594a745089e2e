import type { KeyIn } from "#messages/texts.ts";
import { type QueueCounts, type QueueFilter, queueFilters } from "#shop/orders/reading/queue-filter.ts";
import { ListTools, ToolChoice } from "#web/admin/lists/list-tools.tsx";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useCounted } from "#web/parts/text/use-counted.ts";
import { useTexts } from "#web/texts.tsx";
import { filterParams, QUEUE, type QueueAddress, queueAddress } from "./queue-rows.ts";

const labels = {
  review: "filterReview",
  proof: "filterProof",
  late: "filterLate",
  short: "filterShort",
  collect: "filterCollect",
  paid: "filterPaid",
  asked: "filterAsked",
  answered: "filterAnswered",
} as const satisfies Record<QueueFilter, KeyIn<"adminQueue">>;

/**
 * The tools of the queue: those filters that have orders, the search by request ID, request code,
 * product name or user ID, and a menu of products and payment methods. Each choice has the number
 * of its orders, unless a search narrows them further. Open rows stay. [S2.28] [S10.17] [S12.6]
 */
export function QueueTools({ here, counts, className }: { here: QueueAddress; counts: QueueCounts; className?: string | undefined }) {
  const texts = useTexts("adminQueue");
  const methods = useTexts("parts");
  const { search, productId, method, managed, order } = here;
  const counted = useCounted(counts.isCut);
  const option = (name: string, count: number) => (search ? name : texts("filterOption", { name, count: counted(count) }));
  const shown = queueFilters.filter((filter) => counts[filter] > 0 || here.filter === filter);
  const product = counts.products.find(({ id }) => id === productId);
  const without = (less: Partial<QueueAddress>) => queueAddress({ ...here, ...less });
  const kept = { ...here, search: "", productId: null, method: null };
  return (
    <ListTools
      className={className}
      filters={[null, ...shown].map((filter) => ({
        to: queueAddress({ ...here, filter }),
        label: texts(filter ? labels[filter] : "filterAll"),
        isCurrent: here.filter === filter,
        ...(!search && { count: counted(counts[filter ?? "all"]) }),
      }))}
      applied={[
        ...(search ? [{ name: search, toWithout: without({ search: "" }) }] : []),
        ...(product ? [{ name: product.name, language: product.language, toWithout: without({ productId: null }) }] : []),
        ...(method ? [{ name: methods(namesOfMethods[method]), toWithout: without({ method: null }) }] : []),
      ]}
      action={QUEUE}
      kept={[...filterParams(kept), ...managed.map((code) => ["manage", code] as const), ...(order ? [["order", order] as const] : [])]}
      search={search}
      label={texts("searchLabel")}
      placeholder={texts("searchExample")}
      menu={{
        name: texts("filterMenu"),
        fields: (
          <>
            <ToolChoice
              name="product"
              label={texts("product")}
              chosen={productId ?? ""}
              choices={[
                { value: "", text: texts("allProducts") },
                ...counts.products.map(({ id, name, language, count }) => ({ value: id, text: option(name, count), language })),
              ]}
            />
            <ToolChoice
              name="method"
              label={texts("payment")}
              chosen={method ?? ""}
              choices={[
                { value: "", text: texts("allMethods") },
                ...counts.methods.map(({ method, count }) => ({ value: method, text: option(methods(namesOfMethods[method]), count) })),
              ]}
            />
          </>
        ),
      }}
    />
  );
}
