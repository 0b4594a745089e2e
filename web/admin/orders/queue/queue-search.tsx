import type { PaymentFilter } from "#shop/orders/reading/payment-filter.ts";
import { SearchForm } from "#web/admin/frame/search-form.tsx";
import { useTexts } from "#web/texts.tsx";
import { queueAddress } from "./queue-rows.ts";

type Props = {
  search: string;
  payment: PaymentFilter | null;
  /** Rows that stay open during a search. */
  managed: string[];
};

/** Searches orders by request ID, request code, product name or user ID. [S2.28] */
export function RequestSearch({ search, payment, managed }: Props) {
  const texts = useTexts("adminQueue");
  return (
    <SearchForm
      action="/admin/dashboard"
      search={search}
      label={texts("searchLabel")}
      placeholder={texts("searchExample")}
      all={queueAddress({ search: "", payment, after: null, managed })}
    >
      <input type="hidden" name="tab" value="requests" />
      {payment && <input type="hidden" name="payment" value={payment} />}
      {managed.map((code) => (
        <input key={code} type="hidden" name="manage" value={code} />
      ))}
    </SearchForm>
  );
}
